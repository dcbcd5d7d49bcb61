//! The mark of the game: a ship under sail on a square of sea. Painted from the same shapes as
//! `assets/marque.svg`.

use eframe::egui::IconData;

/// The side of the square in which the shapes are given.
const SIDE: f32 = 64.0;
/// How round its corners are.
const CORNER: f32 = 13.0;
/// Each pixel is looked at in so many places across.
const FINENESS: u32 = 4;

type Colour = [u8; 3];

const SEA: Colour = [0x12, 0x3b, 0x57];
const CANVAS: Colour = [0xf3, 0xf6, 0xf8];
const WOOD: Colour = [0xe6, 0x9f, 0x00];
const FOAM: Colour = [0x56, 0xb4, 0xe9];

/// What lies on the sea, the lowest first: convex or not, but never crossing itself.
const SHAPES: [(Colour, &[[f32; 2]]); 5] = [
    // Main sail, fore sail, mast, hull, foam.
    (CANVAS, &[[34.0, 11.0], [53.0, 37.0], [34.0, 37.0]]),
    (CANVAS, &[[30.0, 18.0], [30.0, 37.0], [14.0, 37.0]]),
    (WOOD, &[[30.0, 6.0], [34.0, 6.0], [34.0, 41.0], [30.0, 41.0]]),
    (WOOD, &[[8.0, 41.0], [56.0, 41.0], [47.0, 52.0], [17.0, 52.0]]),
    (FOAM, &[[6.0, 55.0], [58.0, 55.0], [58.0, 59.0], [6.0, 59.0]]),
];

/// The icon of the window, so many pixels wide and high.
pub fn icon(pixels: u32) -> IconData {
    let mut rgba = Vec::new();
    for y in 0..pixels {
        for x in 0..pixels {
            rgba.extend(pixel(pixels, x, y));
        }
    }
    IconData { rgba, width: pixels, height: pixels }
}

/// The icon as a file of vectors.
pub fn svg() -> String {
    let colour = |[r, g, b]: Colour| format!("#{r:02x}{g:02x}{b:02x}");
    let mut lines = vec![
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">"#),
        format!(r#"<rect width="{SIDE}" height="{SIDE}" rx="{CORNER}" fill="{}"/>"#, colour(SEA)),
    ];
    for (fill, corners) in SHAPES {
        let points: Vec<String> = corners.iter().map(|[x, y]| format!("{x},{y}")).collect();
        lines.push(format!(r#"<polygon points="{}" fill="{}"/>"#, points.join(" "), colour(fill)));
    }
    lines.push("</svg>\n".to_owned());
    lines.join("\n")
}

/// The mean of the places in a pixel; its alpha is the share of those on the square.
fn pixel(pixels: u32, x: u32, y: u32) -> [u8; 4] {
    let at =
        |pixel: u32, part: u32| (pixel as f32 + (part as f32 + 0.5) / FINENESS as f32) * SIDE / pixels as f32;
    let places = (0..FINENESS).flat_map(|row| (0..FINENESS).map(move |column| (column, row)));
    let found: Vec<Colour> =
        places.filter_map(|(column, row)| colour_at([at(x, column), at(y, row)])).collect();
    let mean = |channel: usize| {
        let sum: usize = found.iter().map(|colour| usize::from(colour[channel])).sum();
        sum.checked_div(found.len()).unwrap_or(0) as u8
    };
    [mean(0), mean(1), mean(2), (found.len() * 255 / (FINENESS * FINENESS) as usize) as u8]
}

fn colour_at(place: [f32; 2]) -> Option<Colour> {
    let beyond = place.map(|it| (CORNER - it).max(it - (SIDE - CORNER)).max(0.0));
    let on_square = beyond[0].hypot(beyond[1]) <= CORNER;
    let shape = SHAPES.iter().rev().find(|(_, corners)| is_inside(corners, place));
    on_square.then(|| shape.map_or(SEA, |(colour, _)| *colour))
}

/// Whether a ray to the right crosses the outline an odd number of times.
fn is_inside(corners: &[[f32; 2]], [x, y]: [f32; 2]) -> bool {
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = edges
        .filter(|([ax, ay], [bx, by])| (*ay > y) != (*by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax);
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_there_at_every_size() {
        for pixels in [16, 32, 100] {
            let icon = icon(pixels);
            let rows: Vec<&[u8]> = icon.rgba.chunks(pixels as usize * 4).collect();
            assert_eq!(
                (icon.rgba.len(), rows.len()),
                (pixels as usize * pixels as usize * 4, pixels as usize)
            );
            let at = |x: f32, y: f32| {
                let (x, y) = ((x * pixels as f32) as usize, (y * pixels as f32) as usize);
                &rows[y][x * 4..x * 4 + 4]
            };
            assert_eq!(at(0.0, 0.0)[3], 0, "the corner is clear");
            assert_eq!(at(0.5, 0.72), [WOOD[0], WOOD[1], WOOD[2], 255]);
            assert_eq!(at(0.6, 0.5), [CANVAS[0], CANVAS[1], CANVAS[2], 255]);
            assert_eq!(at(0.9, 0.3), [SEA[0], SEA[1], SEA[2], 255]);
        }
    }

    #[test]
    fn the_file_shows_the_same() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/marque.svg");
        assert_eq!(std::fs::read_to_string(path).unwrap(), svg(), "{path}");
    }
}
