//! Frames painted in software, as OpenGL paints them, with no driver that could differ: pictures of screens.

use std::{fs, ops::Range, path::Path};

use eframe::egui::{
    Color32, ColorImage, Context, FullOutput, Pos2, Rect,
    epaint::{ClippedPrimitive, Mesh, Primitive, Vertex},
};

/// A frame as it is seen.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Row after row, opaque.
    pub(crate) pixels: Vec<Color32>,
}

impl Picture {
    /// Paints the last frame.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(crate) fn of(ctx: &Context, output: &FullOutput) -> Picture {
        let scale = ctx.pixels_per_point();
        let size = (ctx.content_rect().size() * scale).round();
        let (width, height) = (size.x as usize, size.y as usize);
        let mut picture = Picture { width, height, pixels: vec![Color32::BLACK; width * height] };
        let font = ctx.fonts(|fonts| fonts.image());
        for ClippedPrimitive { clip_rect, primitive } in ctx.tessellate(output.shapes.clone(), scale) {
            if let Primitive::Mesh(mesh) = primitive {
                picture.paint(&mesh, clip_rect * scale, scale, &font);
            }
        }
        picture
    }

    fn paint(&mut self, mesh: &Mesh, clip: Rect, scale: f32, font: &ColorImage) {
        for corners in mesh.triangles() {
            let corners = corners.map(|corner| {
                let corner = mesh.vertices[corner as usize];
                Vertex { pos: corner.pos * scale, ..corner }
            });
            self.paint_triangle(corners, clip, font);
        }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    fn paint_triangle(&mut self, mut corners: [Vertex; 3], clip: Rect, font: &ColorImage) {
        let area = edge(corners[0].pos, corners[1].pos, corners[2].pos);
        if area == 0.0 {
            return;
        }
        if area < 0.0 {
            corners.swap(1, 2);
        }
        let [a, b, c] = corners;
        let bounds = Rect::from_points(&[a.pos, b.pos, c.pos]).intersect(clip.round());
        let plain = (a.uv == b.uv && b.uv == c.uv).then(|| texel(font, a.uv));
        let flat = plain.filter(|_| a.color == b.color && b.color == c.color);
        let flat = flat.map(|texel| times(texel, a.color.to_array().map(f32::from)));
        let rows = (bounds.top().max(0.0) as usize)..(bounds.bottom().max(0.0) as usize + 1).min(self.height);
        for y in rows {
            let at = |x: usize| Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
            let span = self.span([a.pos, b.pos, c.pos], bounds, y);
            if let Some(colour) = flat.filter(|colour| colour[3] >= 255.0) {
                let (from, to) = (y * self.width + span.start, y * self.width + span.end.max(span.start));
                self.pixels[from..to].fill(blend(Color32::BLACK, colour));
                continue;
            }
            for x in span {
                let colour = flat.unwrap_or_else(|| {
                    let of = |from: Vertex, to: Vertex| (edge(from.pos, to.pos, at(x)) / area.abs()) as f32;
                    let shares = [of(b, c), of(c, a), of(a, b)];
                    let mix = |[a, b, c]: [f32; 3]| a * shares[0] + b * shares[1] + c * shares[2];
                    let uv = || Pos2::new(mix([a.uv.x, b.uv.x, c.uv.x]), mix([a.uv.y, b.uv.y, c.uv.y]));
                    let [a, b, c] = [a, b, c].map(|corner| corner.color.to_array().map(f32::from));
                    let colour = std::array::from_fn(|part| mix([a[part], b[part], c[part]]));
                    times(plain.unwrap_or_else(|| texel(font, uv())), colour)
                });
                let below = &mut self.pixels[y * self.width + x];
                *below = blend(*below, colour);
            }
        }
    }

    /// The pixels of a row whose centres are in a triangle, within bounds.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    fn span(&self, [a, b, c]: [Pos2; 3], bounds: Rect, y: usize) -> Range<usize> {
        let at = |x: usize| Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
        if !bounds.y_range().contains(at(0).y) {
            return 0..0;
        }
        let inside = |x: usize| {
            bounds.x_range().contains(at(x).x)
                && [(a, b), (b, c), (c, a)].iter().all(|(from, to)| is_within(*from, *to, at(x)))
        };
        // Where the edges cross the row, about: the exact ends are looked for around.
        let (mut left, mut right) = (bounds.left(), bounds.right());
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let crossing = from.x + (at(0).y - from.y) * (to.x - from.x) / (to.y - from.y);
            if to.y < from.y {
                left = left.max(crossing);
            } else if to.y > from.y {
                right = right.min(crossing);
            }
        }
        let least = (left.floor() - 2.0).max(0.0) as usize;
        let most = ((right.ceil() + 2.0).max(0.0) as usize).min(self.width);
        let start = (least..most).find(|x| inside(*x)).unwrap_or(most);
        let end = (start..most).rev().find(|x| inside(*x)).map_or(start, |last| last + 1);
        start..end
    }

    /// Writes it as PNG, without loss.
    pub(crate) fn save(&self, path: &Path) {
        let rgb: Vec<u8> = self.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
        let (width, height) = (u32::try_from(self.width).unwrap(), u32::try_from(self.height).unwrap());
        let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        encoder.write_header().unwrap().write_image_data(&rgb).unwrap();
    }

    /// Reads what [`Picture::save`] has written.
    pub(crate) fn load(path: &Path) -> Picture {
        let file = std::io::BufReader::new(fs::File::open(path).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut rgb).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgb, "{}", path.display());
        let pixels = rgb[..info.buffer_size()].chunks(3);
        let pixels = pixels.map(|rgb| Color32::from_rgb(rgb[0], rgb[1], rgb[2])).collect();
        Picture { width: info.width as usize, height: info.height as usize, pixels }
    }
}

/// Twice the area of a triangle, positive if it turns as the clock does on a screen.
fn edge(from: Pos2, to: Pos2, at: Pos2) -> f64 {
    let [fx, fy, tx, ty, x, y] = [from.x, from.y, to.x, to.y, at.x, at.y].map(f64::from);
    (tx - fx) * (y - fy) - (ty - fy) * (x - fx)
}

/// Whether a point is inside of an edge. What lies on an edge belongs to one side of it only.
fn is_within(from: Pos2, to: Pos2, at: Pos2) -> bool {
    let inside = edge(from, to, at);
    let owns = to.y < from.y || (to.y == from.y && to.x > from.x);
    inside > 0.0 || (inside == 0.0 && owns)
}

/// The texture at a place, between the four texels around.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn texel(font: &ColorImage, uv: Pos2) -> [f32; 4] {
    let [width, height] = font.size;
    let along = |part: f32, size: usize| {
        let at = (part * size as f32 - 0.5).clamp(0.0, size as f32 - 1.0);
        (at as usize, (at as usize + 1).min(size - 1), at.fract())
    };
    let ((left, right, x), (above, below, y)) = (along(uv.x, width), along(uv.y, height));
    let at = |column: usize, row: usize| font.pixels[row * width + column].to_array().map(f32::from);
    let mix = |one: [f32; 4], other: [f32; 4], part: f32| {
        std::array::from_fn(|channel| one[channel] * (1.0 - part) + other[channel] * part)
    };
    mix(mix(at(left, above), at(right, above), x), mix(at(left, below), at(right, below), x), y)
}

fn times(texel: [f32; 4], colour: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|channel| texel[channel] * colour[channel] / 255.0)
}

/// A colour, multiplied by its own opacity, over another.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn blend(below: Color32, [red, green, blue, opacity]: [f32; 4]) -> Color32 {
    let over = |above: f32, below: u8| (above + f32::from(below) * (1.0 - opacity / 255.0)).round() as u8;
    Color32::from_rgb(over(red, below.r()), over(green, below.g()), over(blue, below.b()))
}
