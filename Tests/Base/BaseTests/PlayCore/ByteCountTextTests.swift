import PlayCore
import TestSupport
import Testing

@Suite struct ByteCountTextTests {
    @Test(
        "DL-19: byte counts are shown with decimal units",
        arguments: [
            (-1, "0 B"), (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1024, "1.0 kB"), (1550, "1.6 kB"),
            (100_000, "100.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"), (14_200_000, "14.2 MB"),
            (999_950_000, "1.0 GB"), (212_000_000_000, "212.0 GB"), (4_000_000_000_000, "4.0 TB"),
            (5_000_000_000_000_000, "5000.0 TB"),
        ] as [(Int64, String)])
    func counts(bytes: Int64, text: String) { expect(ByteCountText.text(bytes), is: text) }

    @Test(
        "a limit is shown in binary units if an option can name it, else like any byte count",
        arguments: [
            (20 << 30, "20 GiB"), (3 << 40, "3 TiB"), (1536 << 20, "1536 MiB"), (100 << 10, "100 KiB"),
            (1000, "1.0 kB"), (0, "0 B"), (20_000_000_000, "20.0 GB"),
        ] as [(Int64, String)])
    func limits(bytes: Int64, text: String) { expect(ByteCountText.limit(bytes), is: text) }
}
