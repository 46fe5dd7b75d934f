
/*
 * Arguments of rd_kafka_producev(), ended by RD_KAFKA_V_END
 */

#if LIBRDKAFKA_TYPECHECKS
/** `RET`, after the compiler has seen that `ARG` converts to `TYPE`. */
#define _LRK_TYPECHECK(RET, TYPE, ARG)                                                   \
        __extension__({                                                                  \
                if (0) {                                                                 \
                        TYPE _lrk_first RD_UNUSED = (ARG);                               \
                }                                                                        \
                RET;                                                                     \
        })
/** The same for two arguments. */
#define _LRK_TYPECHECK2(RET, TYPE, ARG, TYPE2, ARG2)                                     \
        __extension__({                                                                  \
                if (0) {                                                                 \
                        TYPE _lrk_first RD_UNUSED   = (ARG);                             \
                        TYPE2 _lrk_second RD_UNUSED = (ARG2);                            \
                }                                                                        \
                RET;                                                                     \
        })
/** The same for three arguments. */
#define _LRK_TYPECHECK3(RET, TYPE, ARG, TYPE2, ARG2, TYPE3, ARG3)                        \
        __extension__({                                                                  \
                if (0) {                                                                 \
                        TYPE _lrk_first RD_UNUSED   = (ARG);                             \
                        TYPE2 _lrk_second RD_UNUSED = (ARG2);                            \
                        TYPE3 _lrk_third RD_UNUSED  = (ARG3);                            \
                }                                                                        \
                RET;                                                                     \
        })
#else
#define _LRK_TYPECHECK(RET, TYPE, ARG) RET
#define _LRK_TYPECHECK2(RET, TYPE, ARG, TYPE2, ARG2) RET
#define _LRK_TYPECHECK3(RET, TYPE, ARG, TYPE2, ARG2, TYPE3, ARG3) RET
#endif

/** Ends the arguments. */
#define RD_KAFKA_V_END RD_KAFKA_VTYPE_END

/** Name of the topic (`const char *`). */
#define RD_KAFKA_V_TOPIC(topic)                                                          \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_TOPIC, const char *, topic), (const char *)(topic)

/** Topic object (`rd_kafka_topic_t *`). */
#define RD_KAFKA_V_RKT(rkt)                                                              \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_RKT, rd_kafka_topic_t *, rkt),                     \
            (rd_kafka_topic_t *)(rkt)

/** Partition (`int32_t`), default `RD_KAFKA_PARTITION_UA`. */
#define RD_KAFKA_V_PARTITION(partition)                                                  \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_PARTITION, int32_t, partition), (int32_t)(partition)

/** Payload (`void *`, `size_t`). */
#define RD_KAFKA_V_VALUE(VALUE, LEN)                                                     \
        _LRK_TYPECHECK2(RD_KAFKA_VTYPE_VALUE, void *, VALUE, size_t, LEN),               \
            (void *)(VALUE), (size_t)(LEN)

/** Key (`const void *`, `size_t`). */
#define RD_KAFKA_V_KEY(KEY, LEN)                                                         \
        _LRK_TYPECHECK2(RD_KAFKA_VTYPE_KEY, const void *, KEY, size_t, LEN),             \
            (void *)(KEY), (size_t)(LEN)

/** Pointer that comes back with the delivery report (`void *`). */
#define RD_KAFKA_V_OPAQUE(msg_opaque)                                                    \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_OPAQUE, void *, msg_opaque), (void *)(msg_opaque)

/** `RD_KAFKA_MSG_F_...` flags (`int`). */
#define RD_KAFKA_V_MSGFLAGS(msgflags)                                                    \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_MSGFLAGS, int, msgflags), (int)(msgflags)

/** Milliseconds since the Unix epoch (`int64_t`), 0 for now. */
#define RD_KAFKA_V_TIMESTAMP(timestamp)                                                  \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_TIMESTAMP, int64_t, timestamp), (int64_t)(timestamp)

/** One header (`const char *`, `const void *`, `ssize_t`): length -1 means that the value
 *  ends with a zero byte; may be given several times, not together with
 *  `RD_KAFKA_V_HEADERS`. */
#define RD_KAFKA_V_HEADER(NAME, VALUE, LEN)                                              \
        _LRK_TYPECHECK3(RD_KAFKA_VTYPE_HEADER, const char *, NAME, const void *, VALUE,  \
                        ssize_t, LEN),                                                   \
            (const char *)(NAME), (const void *)(VALUE), (ssize_t)(LEN)

/** All headers (`rd_kafka_headers_t *`): they are the library's once the call succeeded,
 *  the caller's otherwise. */
#define RD_KAFKA_V_HEADERS(HDRS)                                                         \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_HEADERS, rd_kafka_headers_t *, HDRS),              \
            (rd_kafka_headers_t *)(HDRS)

/** Start `CNT` messages before the end. */
#define RD_KAFKA_OFFSET_TAIL(CNT) (RD_KAFKA_OFFSET_TAIL_BASE - (CNT))
