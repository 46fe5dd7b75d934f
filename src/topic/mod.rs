//! Topics and partitions as the threads of a process share them.
