//! How far a ship is from offering its flank to another.

use std::sync::OnceLock;

use super::sea::{At, STRIDE};

/// Beyond so many columns or rows nothing is within a turn's balls.
const FAR: i16 = 5;
const SIDE: usize = 2 * FAR as usize + 1;

/// More than any turn has.
pub(super) const NEVER: u8 = 9;

/// Balls by columns, rows and heading of the ship as seen from the target, other ships aside.
type Table = [[[u8; 8]; SIDE]; SIDE];

/// Columns and rows of one step, by the number of the heading.
const WAYS: [(i16, i16); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Balls that it takes a ship with this heading until it offers its flank to the target.
pub(super) fn balls(ship: At, heading: u8, target: At) -> u8 {
    static TABLE: OnceLock<Table> = OnceLock::new();
    let row = |at: At| i16::from(at / STRIDE);
    let column = |at: At| i16::from(at % STRIDE);
    let (columns, rows) = (column(ship) - column(target), row(ship) - row(target));
    if columns.abs() > FAR || rows.abs() > FAR {
        return NEVER;
    }
    TABLE.get_or_init(table)[place(columns)][place(rows)][usize::from(heading)]
}

fn place(off: i16) -> usize {
    (off + FAR) as usize
}

/// A ship moves one cell or turns: one ball each, two beside the target. Repeated until nothing is less.
fn table() -> Table {
    let mut table = [[[NEVER; 8]; SIDE]; SIDE];
    let squares = || (-FAR..=FAR).flat_map(|x| (-FAR..=FAR).map(move |y| (x, y))).filter(|&at| at != (0, 0));
    for (x, y) in WAYS {
        for (heading, (dx, dy)) in WAYS.into_iter().enumerate() {
            if dx * x + dy * y == 0 {
                table[place(x)][place(y)][heading] = 0;
            }
        }
    }
    loop {
        let before = table;
        for (x, y) in squares() {
            let cost = if x.abs() <= 1 && y.abs() <= 1 { 2 } else { 1 };
            for (heading, (dx, dy)) in WAYS.into_iter().enumerate() {
                let (ahead_x, ahead_y) = (x + dx, y + dy);
                let inside = ahead_x.abs() <= FAR && ahead_y.abs() <= FAR && (ahead_x, ahead_y) != (0, 0);
                let moved = if inside { table[place(ahead_x)][place(ahead_y)][heading] } else { NEVER };
                let here = &mut table[place(x)][place(y)];
                let turned = here.iter().copied().min().unwrap_or(NEVER);
                here[heading] = here[heading].min(cost + moved.min(turned)).min(NEVER);
            }
        }
        if table == before {
            return table;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_are_as_far_from_a_flank_as_the_rules_make_them() {
        let target = 7 * STRIDE + 7;
        let at = |columns: i16, rows: i16| (i16::from(target) + i16::from(STRIDE) * rows + columns) as u8;
        let [north, east, west, north_west] = [0, 2, 6, 7];
        assert_eq!(balls(at(-1, 0), north, target), 0, "alongside");
        assert_eq!(balls(at(-1, 0), east, target), 2, "with its bow to the target");
        assert_eq!(balls(at(0, -2), north_west, target), 1, "one move before a corner");
        assert_eq!(balls(at(0, -2), west, target), 2, "the same after a turn");
        assert_eq!(balls(at(-1, -1), north, target), 2, "one move, beside the target");
        assert_eq!(balls(at(-6, 0), east, target), NEVER);
    }
}
