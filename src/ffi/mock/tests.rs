//! The C functions as C programs call them.

use std::ffi::{CStr, c_int};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::ptr::null_mut;

use super::*;
use crate::ffi::mock::{broker::*, errors::*, topic::*};

struct Cluster(*mut rd_kafka_mock_cluster_t);

impl Cluster {
    fn new(brokers: c_int) -> Cluster {
        // SAFETY: no client is needed.
        Cluster(unsafe { rd_kafka_mock_cluster_new(null_mut(), brokers) })
    }

    fn object(&self) -> &ClusterObject {
        // SAFETY: the cluster lives as long as `self`.
        unsafe { own::borrow(self.0) }.unwrap()
    }

    /// Sends an ApiVersions request to broker 1 and returns the error of the response.
    fn ask(&self) -> i16 {
        let bootstraps = self.object().cluster.bootstraps().split(',').next().unwrap();
        let mut stream = TcpStream::connect(bootstraps).unwrap();
        stream.write_all(&[0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff]).unwrap();
        let mut response = [0; 10];
        stream.read_exact(&mut response).unwrap();
        i16::from_be_bytes([response[8], response[9]])
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // SAFETY: the cluster is not used again.
        unsafe { rd_kafka_mock_cluster_destroy(self.0) }
    }
}

#[test]
fn clusters() {
    assert!(Cluster::new(-1).0.is_null());
    let cluster = Cluster::new(3);
    // SAFETY: the cluster is alive, and so is its string.
    let text = unsafe { CStr::from_ptr(rd_kafka_mock_cluster_bootstraps(cluster.0)) };
    assert_eq!(text.to_str().unwrap().split(',').count(), 3);
    assert_eq!(cluster.ask(), 0);
    // SAFETY: NULL is allowed.
    unsafe {
        assert!(rd_kafka_mock_cluster_handle(cluster.0).is_null());
        assert!(rd_kafka_mock_cluster_bootstraps(null_mut()).is_null());
        rd_kafka_mock_cluster_destroy(null_mut());
    }
}

#[test]
fn a_lent_cluster_is_not_destroyed() {
    let object = ClusterObject::new(Arc::new(MockCluster::new(1).unwrap()), null_mut(), true);
    let lent: *mut rd_kafka_mock_cluster_t = own::lend(&object);
    // SAFETY: the object is alive.
    unsafe { rd_kafka_mock_cluster_destroy(lent) };
    assert_eq!(object.cluster.topics(), Ok(vec![]));
}

#[test]
fn bad_arguments_are_errors() {
    let cluster = Cluster::new(1);
    let m = cluster.0;
    let invalid = ErrorCode::LOCAL_INVALID_ARG;
    let name = c"t".as_ptr();
    // SAFETY: NULL is allowed everywhere here.
    unsafe {
        for (code, expected) in [
            (rd_kafka_mock_topic_create(null_mut(), name, 1, 1), invalid),
            (rd_kafka_mock_topic_create(m, std::ptr::null(), 1, 1), invalid),
            (rd_kafka_mock_topic_create(m, c"\xff".as_ptr(), 1, 1), invalid),
            (rd_kafka_mock_topic_create(m, name, -1, 1), invalid),
            (rd_kafka_mock_topic_create(m, name, 1, 1), ErrorCode::NO_ERROR),
            (rd_kafka_mock_topic_create(m, name, 1, 1), ErrorCode::TOPIC_ALREADY_EXISTS),
            (rd_kafka_mock_topic_delete(m, c"x".as_ptr()), ErrorCode::UNKNOWN_TOPIC_OR_PART),
            (rd_kafka_mock_broker_set_down(m, 9), ErrorCode::BROKER_NOT_AVAILABLE),
            (rd_kafka_mock_broker_set_up(m, -1), ErrorCode::NO_ERROR),
            (rd_kafka_mock_broker_set_rtt(m, 1, -5), ErrorCode::NO_ERROR),
            (rd_kafka_mock_broker_set_rack(m, 1, std::ptr::null()), ErrorCode::NO_ERROR),
            (rd_kafka_mock_broker_add(m, 1), invalid),
            (rd_kafka_mock_broker_decommission(m, 4), ErrorCode::BROKER_NOT_AVAILABLE),
            (rd_kafka_mock_broker_remove_from_metadata(m, 4), ErrorCode::BROKER_NOT_AVAILABLE),
            (rd_kafka_mock_partition_set_leader(m, name, 0, 4), ErrorCode::BROKER_NOT_AVAILABLE),
            (rd_kafka_mock_partition_set_follower(m, name, 7, 1), ErrorCode::UNKNOWN_TOPIC_OR_PART),
            (rd_kafka_mock_partition_set_follower_wmarks(m, name, 0, 1, 2), ErrorCode::NO_ERROR),
            (rd_kafka_mock_partition_push_leader_response(m, name, 0, 1, 2), ErrorCode::NO_ERROR),
            (rd_kafka_mock_partition_delete_records(m, name, 0, 1), ErrorCode::OFFSET_OUT_OF_RANGE),
            (rd_kafka_mock_coordinator_set(m, c"x".as_ptr(), name, 1), invalid),
            (rd_kafka_mock_coordinator_set(m, c"group".as_ptr(), name, 1), ErrorCode::NO_ERROR),
            (rd_kafka_mock_set_apiversion(m, 999, 0, 0), invalid),
            (rd_kafka_mock_broker_error_stack_cnt(m, 1, 0, null_mut()), invalid),
        ] {
            assert_eq!(code.code(), expected);
        }
        rd_kafka_mock_broker_set_host_port(m, 1, std::ptr::null(), 99999);
        rd_kafka_mock_push_request_errors_array(m, 0, 3, std::ptr::null());
        rd_kafka_mock_set_controller_id(null_mut(), 1);
    }
}

#[test]
fn requests_are_copies_that_c_destroys() {
    let cluster = Cluster::new(1);
    // SAFETY: the pointers are alive or NULL; what is destroyed is not used again.
    unsafe {
        rd_kafka_mock_start_request_tracking(cluster.0);
        let mut count = 7;
        assert!(rd_kafka_mock_get_requests(cluster.0, &mut count).is_null());
        assert_eq!(count, 0);
        cluster.ask();
        cluster.ask();
        let requests = rd_kafka_mock_get_requests(cluster.0, &mut count);
        assert_eq!(count, 2);
        let (first, second) = (*requests, *requests.add(1));
        assert_eq!((rd_kafka_mock_request_id(first), rd_kafka_mock_request_api_key(first)), (1, 18));
        assert!(rd_kafka_mock_request_timestamp(second) >= rd_kafka_mock_request_timestamp(first));
        rd_kafka_mock_clear_requests(cluster.0);
        rd_kafka_mock_request_destroy_array(requests, count);
        rd_kafka_mock_request_destroy(null_mut());
        assert!(rd_kafka_mock_get_requests(cluster.0, &mut count).is_null());
        rd_kafka_mock_stop_request_tracking(cluster.0);
        assert_eq!(rd_kafka_mock_request_id(null_mut()), -1);
    }
}

#[test]
fn variadic_errors() {
    type M = *mut rd_kafka_mock_cluster_t;
    type Push = unsafe extern "C" fn(M, i16, usize, ...);
    type PushBroker = unsafe extern "C" fn(M, i32, i16, usize, ...) -> RespErr;
    type PushPartition = unsafe extern "C" fn(M, *const c_char, i32, i16, usize, ...) -> RespErr;
    let cluster = Cluster::new(2);
    let (m, topic) = (cluster.0, c"t".as_ptr());
    // SAFETY: the functions are variadic in fact; the signatures agree on what comes first.
    let (push, push_broker, push_partition) = unsafe {
        (
            std::mem::transmute::<*const (), Push>(rd_kafka_mock_push_request_errors as *const ()),
            std::mem::transmute::<*const (), PushBroker>(
                rd_kafka_mock_broker_push_request_error_rtts as *const (),
            ),
            std::mem::transmute::<*const (), PushPartition>(
                rd_kafka_mock_partition_push_request_errors as *const (),
            ),
        )
    };
    // SAFETY: as many arguments follow as the counts say.
    unsafe {
        push(m, 18, 8, 1, 2, 3, 4, 5, 6, 7, 8);
        assert_eq!(push_broker(m, 1, 18, 3, 10, 0, 11, 1, 12, -7).code(), ErrorCode::NO_ERROR);
        assert_eq!(push_broker(m, 9, 18, 1, 10, 0).code(), ErrorCode::LOCAL_UNKNOWN_BROKER);
        let pushed = push_partition(m, topic, 1, 0, 3, 29, 87, -195).code();
        assert_eq!(pushed, ErrorCode::NO_ERROR);
        let missing = push_partition(m, topic, 77, 0, 1, 29).code();
        assert_eq!(missing, ErrorCode::UNKNOWN_TOPIC_OR_PART);
        let mut count = 0;
        rd_kafka_mock_broker_error_stack_cnt(m, 1, 18, &mut count);
        assert_eq!(count, 3);
    }
    let seen: Vec<i16> = (0..12).map(|_| cluster.ask()).collect();
    assert_eq!(seen, [10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let errors = cluster.object().cluster.call(|core, _| {
        let stack = &mut core.partition_mut("t", 1).unwrap().errors;
        std::iter::from_fn(|| stack.next(0)).map(|e| e.error.0).collect::<Vec<_>>()
    });
    assert_eq!(errors, Ok(vec![29, 87, -195]));
    // SAFETY: the array holds two codes.
    unsafe {
        let codes = [RespErr::of(ErrorCode(5)), RespErr::of(ErrorCode(6))];
        rd_kafka_mock_push_request_errors_array(m, 18, 2, codes.as_ptr());
        assert_eq!(cluster.ask(), 5);
        rd_kafka_mock_clear_request_errors(m, 18);
        assert_eq!(cluster.ask(), 0);
    }
}

#[test]
fn a_child_of_fork_learns_that_the_cluster_is_not_its_own() {
    let cluster = Cluster::new(1);
    // SAFETY: the child calls what it may call, ends with _exit and is ended by its alarm
    // if it hangs.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::alarm(10);
            let refused = rd_kafka_mock_topic_create(cluster.0, c"t".as_ptr(), 1, 1).code();
            rd_kafka_mock_cluster_destroy(cluster.0);
            libc::_exit(if refused == ErrorCode::LOCAL_STATE { 0 } else { 1 });
        }
        let mut status = 0;
        assert_eq!(libc::waitpid(child, &mut status, 0), child);
        assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0, "status {status}");
    }
    assert_eq!(cluster.ask(), 0, "the parent's cluster goes on");
}
