//! Queues between threads: mailboxes of cores, queues of the application, replies.
