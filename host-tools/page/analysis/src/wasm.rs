//! The functions that JavaScript calls. The page writes a request to [`text`] and calls [`request`], which writes the
//! answer to [`answer`]. The database is in memory that [`image`] has allocated.

use core::arch::wasm32;
use core::cell::UnsafeCell;
use core::panic::PanicInfo;

use dobutsu_core::database::Workspace;

use crate::{Analysis, Answer, CACHE_SLOTS};

/// The most bytes of a request or an answer. The longest game has 384 lines of some 60 letters.
const TEXT: usize = 1 << 16;
const PAGE: usize = 1 << 16;

/// A variable of the module's only thread.
struct Only<T>(UnsafeCell<T>);

// SAFETY: a WebAssembly module without shared memory has one thread.
unsafe impl<T> Sync for Only<T> {}

static REQUEST: Only<[u8; TEXT]> = Only(UnsafeCell::new([0; TEXT]));
static ANSWER: Only<[u8; TEXT]> = Only(UnsafeCell::new([0; TEXT]));
static WORKSPACE: Only<Workspace<CACHE_SLOTS>> = Only(UnsafeCell::new(Workspace::new()));
static ANALYSIS: Only<Option<Analysis>> = Only(UnsafeCell::new(None));
static IMAGE: Only<&'static [u8]> = Only(UnsafeCell::new(&[]));

/// The memory for a request, 65,536 bytes.
#[unsafe(no_mangle)]
extern "C" fn text() -> *mut u8 {
    REQUEST.0.get().cast()
}

/// The memory with the answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    ANSWER.0.get().cast_const().cast()
}

/// Allocates memory for an image of this size. Null if there is not enough, or if it is called again.
#[unsafe(no_mangle)]
extern "C" fn image(bytes: usize) -> *mut u8 {
    let before = wasm32::memory_grow(0, bytes.div_ceil(PAGE));
    // SAFETY: one thread, and no reference to it is held while JavaScript runs.
    let image = unsafe { &mut *IMAGE.0.get() };
    if before == usize::MAX || !image.is_empty() {
        return core::ptr::null_mut();
    }
    let at = (before * PAGE) as *mut u8;
    // SAFETY: these pages are new, zero and used by nothing else; JavaScript fills them before it requests to
    // open the image, and never afterwards.
    *image = unsafe { core::slice::from_raw_parts(at, bytes) };
    at
}

/// Fulfils the request of this length and returns the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn request(length: usize) -> usize {
    // SAFETY: one thread; JavaScript waits for the end of this call, and only the reference to the workspace, which is
    // created once, outlives it.
    let (request, answer, analysis, image) = unsafe {
        let analysis =
            (*ANALYSIS.0.get()).get_or_insert_with(|| Analysis::new(&mut *WORKSPACE.0.get()));
        (
            &*REQUEST.0.get(),
            &mut *ANSWER.0.get(),
            analysis,
            *IMAGE.0.get(),
        )
    };
    let request = str::from_utf8(&request[..length.min(TEXT)]).unwrap_or_default();
    let mut answer = Answer::new(answer);
    analysis.request(image, request, &mut answer);
    answer.length()
}

/// No data can cause a panic. If there is one all the same, JavaScript gets an exception.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    wasm32::unreachable()
}
