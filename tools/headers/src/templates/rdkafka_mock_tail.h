
#ifdef __cplusplus
}
#endif

#endif /* _RDKAFKA_MOCK_H_ */
