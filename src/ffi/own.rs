//! Who owns the Rust object behind a C pointer.
//!
//! Each opaque C type declares once what it points to and how C holds it; the functions
//! here work only for the matching kind, so that freeing the wrong way does not compile.

use std::sync::Arc;

use crate::sys::malloc::MallocBox;

/// C owns the object alone; it was a [`Box`].
pub struct OwnedBox;
/// C owns the object alone, in a block that starts at a malloc(3) address.
pub struct OwnedMalloc;
/// C owns a reference count of an [`Arc`].
pub struct OwnedArc;
/// C never owns the object: the pointer is valid while something else lives.
pub struct Borrowed;

/// Kinds of ownership where one thread at a time uses the object.
pub trait Exclusive {}
impl Exclusive for OwnedBox {}
impl Exclusive for OwnedMalloc {}
impl Exclusive for Borrowed {}

/// An opaque C type: what a pointer to it really points to.
///
/// # Safety
/// All pointers to `Self` that C code is given come from [`give_box`], [`give_malloc`],
/// [`give_arc`], [`lend_arc`] or [`lend`].
pub unsafe trait Handle {
    /// The Rust object.
    type Inner;
    /// How C holds it: [`OwnedBox`], [`OwnedMalloc`], [`OwnedArc`] or [`Borrowed`].
    type Ownership;
}

/// Gives a boxed object to C.
pub fn give_box<H: Handle<Ownership = OwnedBox>>(object: Box<H::Inner>) -> *mut H {
    Box::into_raw(object).cast()
}

/// Takes a boxed object back from C, to be used or dropped. `None` for NULL.
///
/// # Safety
/// `pointer` came from [`give_box`] and is not used again.
pub unsafe fn take_box<H: Handle<Ownership = OwnedBox>>(pointer: *mut H) -> Option<Box<H::Inner>> {
    // SAFETY: the pointer came from Box::into_raw in give_box.
    (!pointer.is_null()).then(|| unsafe { Box::from_raw(pointer.cast()) })
}

/// Gives an object in malloc'ed memory to C.
pub fn give_malloc<H: Handle<Ownership = OwnedMalloc>>(object: MallocBox<H::Inner>) -> *mut H {
    MallocBox::into_raw(object).cast()
}

/// Takes an object in malloc'ed memory back from C. `None` for NULL.
///
/// # Safety
/// `pointer` came from [`give_malloc`] and is not used again.
pub unsafe fn take_malloc<H: Handle<Ownership = OwnedMalloc>>(
    pointer: *mut H,
) -> Option<MallocBox<H::Inner>> {
    // SAFETY: the pointer came from MallocBox::into_raw in give_malloc.
    (!pointer.is_null()).then(|| unsafe { MallocBox::from_raw(pointer.cast()) })
}

/// Gives one reference count to C.
pub fn give_arc<H: Handle<Ownership = OwnedArc>>(object: Arc<H::Inner>) -> *mut H {
    Arc::into_raw(object).cast_mut().cast()
}

/// Takes C's reference count back. `None` for NULL.
///
/// # Safety
/// `pointer` came from [`give_arc`], and C gives up one of its counts.
pub unsafe fn take_arc<H: Handle<Ownership = OwnedArc>>(pointer: *mut H) -> Option<Arc<H::Inner>> {
    // SAFETY: the pointer came from Arc::into_raw, and the count that C held passes on.
    (!pointer.is_null()).then(|| unsafe { Arc::from_raw(pointer.cast::<H::Inner>().cast_const()) })
}

/// A count of its own for an object that C goes on holding. `None` for NULL.
///
/// # Safety
/// `pointer` came from [`give_arc`] or [`lend_arc`] and the object is alive.
pub unsafe fn clone_arc<H: Handle<Ownership = OwnedArc>>(pointer: *const H) -> Option<Arc<H::Inner>> {
    if pointer.is_null() {
        return None;
    }
    let inner = pointer.cast::<H::Inner>();
    // SAFETY: the object is alive, so its count is at least one; it grows before the new
    // Arc takes that count over.
    unsafe {
        Arc::increment_strong_count(inner);
        Some(Arc::from_raw(inner))
    }
}

/// Shows C an object that an [`Arc`] of ours keeps alive: no count passes on.
pub fn lend_arc<H: Handle<Ownership = OwnedArc>>(object: &Arc<H::Inner>) -> *mut H {
    Arc::as_ptr(object).cast_mut().cast()
}

/// Shows C an object that lives elsewhere.
pub fn lend<H: Handle>(object: &H::Inner) -> *mut H {
    std::ptr::from_ref(object).cast_mut().cast()
}

/// The object behind a pointer, for reading. `None` for NULL.
///
/// # Safety
/// `pointer` is alive for `'a`, and nobody changes the object except through interior
/// mutability.
pub unsafe fn borrow<'a, H: Handle>(pointer: *const H) -> Option<&'a H::Inner> {
    // SAFETY: NULL aside, the pointer is to a live Inner (contract of Handle).
    unsafe { pointer.cast::<H::Inner>().as_ref() }
}

/// The object behind a pointer that one thread owns, for writing. `None` for NULL.
///
/// # Safety
/// `pointer` is alive for `'a` and nobody else uses the object meanwhile: the interface
/// says that such objects belong to one thread at a time.
pub unsafe fn borrow_mut<'a, H>(pointer: *mut H) -> Option<&'a mut H::Inner>
where
    H: Handle<Ownership: Exclusive>,
{
    // SAFETY: NULL aside, the pointer is to a live Inner that nobody else uses now.
    unsafe { pointer.cast::<H::Inner>().as_mut() }
}
