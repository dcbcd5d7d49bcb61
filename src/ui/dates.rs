//! Days in words.

use super::words::Words;

/// A day, counted from 1970-01-01, as people write it.
pub fn date(words: &Words, day: u32) -> String {
    let (year, month, day) = civil(day);
    // The year as text: nothing is to be put between its digits.
    let fills = [("day", day.into()), ("month", month.into()), ("year", year.to_string().into())];
    words.fill("date", &fills)
}

/// Year, month and day of the month in the Gregorian calendar.
fn civil(day: u32) -> (u32, u32, u32) {
    // Years begin with March here, so that the day that some have more is their last.
    let day = u64::from(day) + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (400 * era + year, month + 3),
        _ => (400 * era + year + 1, month - 9),
    };
    let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
    (small(year), small(month), small(of_month))
}

#[cfg(test)]
mod tests {
    use super::civil;

    /// Every day is the one after the day before it.
    #[test]
    fn days_follow_one_another() {
        let leap =
            |year: u32| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let length = |year, month| match month {
            2 if leap(year) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let mut date = (1970, 1, 1);
        for day in 0..400_000 {
            assert_eq!(civil(day), date, "day {day}");
            date = match date {
                (year, month, of_month) if of_month < length(year, month) => (year, month, of_month + 1),
                (year, 12, _) => (year + 1, 1, 1),
                (year, month, _) => (year, month + 1, 1),
            };
        }
        // The largest claim is a date as well.
        assert_eq!(civil(u32::MAX).0, 11_761_191);
    }
}
