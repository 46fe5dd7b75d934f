//! Arguments of variadic C functions on stable Rust.
//!
//! A variadic function is a naked function whose body is [`variadic!`]: it spills the
//! argument registers, builds a `va_list` as the platform's C compiler would, and calls
//! an ordinary function with the named arguments and a pointer to it. x86-64 (System V)
//! and AArch64 (AAPCS64) on Linux.

use std::ffi::{c_char, c_int, c_void};

/// A `va_list` of the platform.
#[cfg(target_arch = "x86_64")]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct VaList {
    gp_offset: u32,
    fp_offset: u32,
    overflow_arg_area: *mut c_void,
    reg_save_area: *mut c_void,
}

/// A `va_list` of the platform.
#[cfg(target_arch = "aarch64")]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct VaList {
    stack: *mut c_void,
    gr_top: *mut c_void,
    vr_top: *mut c_void,
    gr_offs: i32,
    vr_offs: i32,
}

impl VaList {
    /// Where the next argument of an integer or pointer type lies.
    #[cfg(target_arch = "x86_64")]
    fn next_slot(&mut self) -> *const u64 {
        let slot;
        if self.gp_offset < 48 {
            slot = self.reg_save_area.wrapping_byte_add(self.gp_offset as usize);
            self.gp_offset += 8;
        } else {
            slot = self.overflow_arg_area;
            self.overflow_arg_area = slot.wrapping_byte_add(8);
        }
        slot.cast_const().cast()
    }

    /// Where the next argument of an integer or pointer type lies.
    #[cfg(target_arch = "aarch64")]
    fn next_slot(&mut self) -> *const u64 {
        let slot;
        if self.gr_offs < 0 {
            slot = self.gr_top.wrapping_byte_offset(self.gr_offs as isize);
            self.gr_offs += 8;
        } else {
            slot = self.stack;
            self.stack = slot.wrapping_byte_add(8);
        }
        slot.cast_const().cast()
    }

    /// The next argument, of any 64 bit integer type.
    ///
    /// # Safety
    /// The caller of the variadic function passed such an argument here.
    pub unsafe fn next_u64(&mut self) -> u64 {
        let slot = self.next_slot();
        // SAFETY: the argument exists, so its slot is readable.
        unsafe { slot.read() }
    }

    /// The next argument, of type `int` or narrower.
    ///
    /// # Safety
    /// As [`VaList::next_u64`].
    pub unsafe fn next_int(&mut self) -> c_int {
        // SAFETY: as the caller promises; the upper half of the slot is undefined.
        (unsafe { self.next_u64() }) as c_int
    }

    /// The next argument, a pointer.
    ///
    /// # Safety
    /// As [`VaList::next_u64`].
    pub unsafe fn next_ptr<T>(&mut self) -> *mut T {
        let slot = self.next_slot();
        // SAFETY: the argument exists and is a pointer, so its slot holds one.
        unsafe { slot.cast::<*mut T>().read() }
    }
}

/// Body of a naked function `extern "C" fn(named..., ...)` with one named argument of an
/// integer or pointer type: calls `$inner(named, *mut VaList)`.
#[cfg(target_arch = "x86_64")]
macro_rules! variadic {
    (@with $named:literal, $register:literal, $inner:path) => {
        core::arch::naked_asm!(
            ".cfi_startproc",
            // 0: va_list (24 bytes), 32: register save area (176 bytes); keeps the stack
            // aligned to 16 for the call.
            "sub rsp, 216",
            ".cfi_adjust_cfa_offset 216",
            "mov [rsp + 32], rdi",
            "mov [rsp + 40], rsi",
            "mov [rsp + 48], rdx",
            "mov [rsp + 56], rcx",
            "mov [rsp + 64], r8",
            "mov [rsp + 72], r9",
            // al: how many vector registers hold arguments, at most.
            "test al, al",
            "je 2f",
            "movaps [rsp + 80], xmm0",
            "movaps [rsp + 96], xmm1",
            "movaps [rsp + 112], xmm2",
            "movaps [rsp + 128], xmm3",
            "movaps [rsp + 144], xmm4",
            "movaps [rsp + 160], xmm5",
            "movaps [rsp + 176], xmm6",
            "movaps [rsp + 192], xmm7",
            "2:",
            concat!("mov dword ptr [rsp], 8 * ", $named),
            "mov dword ptr [rsp + 4], 48",
            // Above the frame and the return address: arguments on the stack.
            "lea rax, [rsp + 224]",
            "mov [rsp + 8], rax",
            "lea rax, [rsp + 32]",
            "mov [rsp + 16], rax",
            concat!("mov ", $register, ", rsp"),
            "call {inner}",
            "add rsp, 216",
            ".cfi_adjust_cfa_offset -216",
            "ret",
            ".cfi_endproc",
            inner = sym $inner,
        )
    };
    (1, $inner:path) => { $crate::sys::va_list::variadic!(@with 1, "rsi", $inner) };
    (2, $inner:path) => { $crate::sys::va_list::variadic!(@with 2, "rdx", $inner) };
    (3, $inner:path) => { $crate::sys::va_list::variadic!(@with 3, "rcx", $inner) };
    (4, $inner:path) => { $crate::sys::va_list::variadic!(@with 4, "r8", $inner) };
    (5, $inner:path) => { $crate::sys::va_list::variadic!(@with 5, "r9", $inner) };
}

/// Body of a naked function `extern "C" fn(named..., ...)` with one named argument of an
/// integer or pointer type: calls `$inner(named, *mut VaList)`.
#[cfg(target_arch = "aarch64")]
macro_rules! variadic {
    (@with $offset:literal, $register:literal, $inner:path) => {
        core::arch::naked_asm!(
            ".cfi_startproc",
            // 0: va_list (32 bytes), 32: x0-x7, 96: q0-q7, 224: frame record.
            "sub sp, sp, #256",
            ".cfi_adjust_cfa_offset 256",
            "stp x29, x30, [sp, #224]",
            ".cfi_rel_offset x29, 224",
            ".cfi_rel_offset x30, 232",
            "stp x0, x1, [sp, #32]",
            "stp x2, x3, [sp, #48]",
            "stp x4, x5, [sp, #64]",
            "stp x6, x7, [sp, #80]",
            "stp q0, q1, [sp, #96]",
            "stp q2, q3, [sp, #128]",
            "stp q4, q5, [sp, #160]",
            "stp q6, q7, [sp, #192]",
            "add x9, sp, #256",
            "str x9, [sp]",
            "add x9, sp, #96",
            "str x9, [sp, #8]",
            "add x9, sp, #224",
            "str x9, [sp, #16]",
            concat!("mov w9, #-", $offset),
            "str w9, [sp, #24]",
            "mov w9, #-128",
            "str w9, [sp, #28]",
            concat!("mov ", $register, ", sp"),
            "bl {inner}",
            "ldp x29, x30, [sp, #224]",
            "add sp, sp, #256",
            ".cfi_adjust_cfa_offset -256",
            "ret",
            ".cfi_endproc",
            inner = sym $inner,
        )
    };
    (1, $inner:path) => { $crate::sys::va_list::variadic!(@with "56", "x1", $inner) };
    (2, $inner:path) => { $crate::sys::va_list::variadic!(@with "48", "x2", $inner) };
    (3, $inner:path) => { $crate::sys::va_list::variadic!(@with "40", "x3", $inner) };
    (4, $inner:path) => { $crate::sys::va_list::variadic!(@with "32", "x4", $inner) };
    (5, $inner:path) => { $crate::sys::va_list::variadic!(@with "24", "x5", $inner) };
}

pub(crate) use variadic;

unsafe extern "C" {
    // A va_list argument is passed as a pointer on both platforms: x86-64's is an array,
    // AArch64's a struct larger than 16 bytes, of which the callee may change a copy.
    fn vsnprintf(buffer: *mut c_char, size: usize, format: *const c_char, args: *mut VaList) -> c_int;
}

/// The text that printf(3) would make of `format` and `args`, without a zero byte; empty
/// if libc refuses the format.
///
/// # Safety
/// `format` ends with a zero byte and `args` are the arguments that it asks for.
pub unsafe fn format(format: *const c_char, args: &VaList) -> Vec<u8> {
    let mut text = vec![0u8; 512];
    loop {
        let mut again = *args;
        // SAFETY: the buffer has the size given; the rest is as the caller promises.
        let length = unsafe { vsnprintf(text.as_mut_ptr().cast(), text.len(), format, &mut again) };
        let Ok(length) = usize::try_from(length) else { return Vec::new() };
        if length < text.len() {
            text.truncate(length);
            return text;
        }
        text.resize(length + 1, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Variadic = unsafe extern "C" fn(*mut Vec<u64>, ...) -> c_int;

    #[unsafe(naked)]
    unsafe extern "C" fn collect(_out: *mut Vec<u64>) -> c_int {
        variadic!(1, collect_inner)
    }

    unsafe extern "C" fn collect_inner(out: *mut Vec<u64>, args: *mut VaList) -> c_int {
        // SAFETY: the test passes a vector, and arguments up to a zero.
        unsafe {
            loop {
                match (*args).next_u64() {
                    0 => return 7,
                    value => (*out).push(value),
                }
            }
        }
    }

    #[unsafe(naked)]
    unsafe extern "C" fn print(_out: *mut Vec<u64>, _format: *const c_char) -> c_int {
        variadic!(2, print_inner)
    }

    unsafe extern "C" fn print_inner(out: *mut Vec<u64>, text: *const c_char, args: *mut VaList) -> c_int {
        // SAFETY: the test passes a vector, a format and its arguments.
        unsafe {
            (*out).extend(format(text, &*args).into_iter().map(u64::from));
        }
        0
    }

    #[test]
    fn arguments_in_registers_and_on_the_stack() {
        let mut out = Vec::new();
        let target: unsafe extern "C" fn(*mut Vec<u64>) -> c_int = collect;
        // SAFETY: `collect` is variadic in fact; the signatures agree on what comes first.
        let target: Variadic = unsafe { std::mem::transmute(target) };
        // SAFETY: the arguments end with a zero.
        let result =
            unsafe { target(&mut out, 1u64, 2u64, 3u64, 4u64, 5u64, 6u64, 7u64, 8u64, 9u64, 10u64, 0u64) };
        assert_eq!(result, 7);
        assert_eq!(out, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }

    #[test]
    fn printf_sees_every_kind_of_argument() {
        type Print = unsafe extern "C" fn(*mut Vec<u64>, *const c_char, ...) -> c_int;
        let mut out = Vec::new();
        let target: unsafe extern "C" fn(*mut Vec<u64>, *const c_char) -> c_int = print;
        // SAFETY: `print` is variadic in fact; the signatures agree on what comes first.
        let target: Print = unsafe { std::mem::transmute(target) };
        let long = std::ffi::CString::new("y".repeat(600)).unwrap_or_default();
        // SAFETY: the arguments are those that the format asks for.
        unsafe {
            target(
                &mut out,
                c"%d %s %.2f %lld %g %d %d %d %s".as_ptr(),
                -1,
                c"x".as_ptr(),
                2.5f64,
                1i64 << 40,
                0.25f64,
                3,
                4,
                5,
                long.as_ptr(),
            )
        };
        let text: String = out.into_iter().filter_map(|c| char::from_u32(c as u32)).collect();
        assert_eq!(text, format!("-1 x 2.50 1099511627776 0.25 3 4 5 {}", "y".repeat(600)));
    }
}
