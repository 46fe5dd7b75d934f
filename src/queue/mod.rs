//! Queues between threads: mailboxes of cores, queues of the application, replies.
//!
//! Lock level K5 (see ARCHITECTURE.md): held for a push or a pop, never across a
//! callback, and a forwarded queue's target is cloned and the lock released first.

mod app;
mod mailbox;
mod reply;

pub use app::{AppQueue, Notify, Weigh};
pub use mailbox::{Mailbox, ThreadWaker, Wake};
pub use reply::{ReplyReceiver, ReplySender, reply};
