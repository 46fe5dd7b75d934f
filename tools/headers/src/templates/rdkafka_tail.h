
#ifdef __cplusplus
}
#endif

#endif /* _RDKAFKA_H_ */
