//! Frames on a stream: a length of four bytes, little-endian, and that many bytes.

use iroh::endpoint::{ReadError, RecvStream, SendStream, WriteError};

/// The longest frame, in bytes. What a frame of a certain kind may measure is decided above.
pub const MAX_FRAME: usize = 1 << 20;

/// How much is taken from the stream at a time.
const CHUNK: usize = 16 * 1024;
const HEADER: usize = 4;

/// Why no frame came.
#[derive(Debug, thiserror::Error)]
pub(super) enum FrameError {
    #[error("a frame of {announced} bytes was announced, {limit} are allowed")]
    TooLong { announced: u32, limit: usize },
    #[error("nothing was said for too long at first")]
    Silent,
    #[error("the stream ended inside a frame")]
    CutShort,
    #[error("the stream broke: {0}")]
    Broken(#[from] ReadError),
}

/// Reads one frame of at most `limit` bytes. `None`: the peer finished the stream between frames.
pub(super) async fn read(stream: &mut RecvStream, limit: usize) -> Result<Option<Vec<u8>>, FrameError> {
    let Some(header) = read_header(stream).await? else {
        return Ok(None);
    };
    let announced = u32::from_le_bytes(header);
    let length = usize::try_from(announced).unwrap_or(usize::MAX);
    if length > limit {
        return Err(FrameError::TooLong { announced, limit });
    }
    // Grows with what has arrived: an announcement alone costs the peer nothing, so it must
    // cost us nothing.
    let mut frame = Vec::new();
    while frame.len() < length {
        let wanted = (length - frame.len()).min(CHUNK);
        match stream.read_chunk(wanted).await? {
            Some(chunk) => frame.extend_from_slice(&chunk),
            None => return Err(FrameError::CutShort),
        }
    }
    Ok(Some(frame))
}

async fn read_header(stream: &mut RecvStream) -> Result<Option<[u8; HEADER]>, FrameError> {
    let mut header = [0; HEADER];
    let mut filled = 0;
    while filled < HEADER {
        match stream.read(&mut header[filled..]).await? {
            Some(count) => filled += count,
            None if filled == 0 => return Ok(None),
            None => return Err(FrameError::CutShort),
        }
    }
    Ok(Some(header))
}

/// Writes one frame. The caller has checked its length against [`MAX_FRAME`].
pub(super) async fn write(stream: &mut SendStream, frame: &[u8]) -> Result<(), WriteError> {
    let length = u32::try_from(frame.len()).unwrap_or(u32::MAX);
    // One buffer, one write: header and body of a short frame leave in one packet.
    let mut framed = Vec::with_capacity(HEADER + frame.len());
    framed.extend_from_slice(&length.to_le_bytes());
    framed.extend_from_slice(frame);
    stream.write_all(&framed).await
}
