import Cells
import TestSupport
import Testing

@testable import TUI

@Suite("Picture of the logo")
struct LogoPictureTests {
    @Test("UI-16: the logo is a picture in proportion on at least two rows and six columns")
    func fits() throws {
        #expect(LogoPicture(columns: 10, rows: 1) == nil)
        #expect(LogoPicture(columns: 5, rows: 2) == nil)
        for columns in 6...40 {
            for rows in 2...6 {
                let logo = try #require(LogoPicture(columns: columns, rows: rows))
                #expect(logo.width <= columns)
                #expect(logo.height <= rows * 2)
                #expect(logo.width == columns || logo.height == rows * 2)
                #expect(abs(logo.width - logo.height * 2) <= 2)
            }
        }
    }

    @Test("UI-16, UI-24: the picture fills the height of its place and stays inside it")
    func drawn() {
        var buffer = CellBuffer(columns: 20, rows: 4, filledWith: .transparent)
        let isDrawn = buffer.writeLogoPicture(column: 4, row: 1, width: 10, height: 2)
        #expect(isDrawn)
        let touched = (0..<80).filter { !buffer.cells[$0].isTransparent }.map { ($0 % 20, $0 / 20) }
        expect(Set(touched.map(\.1)), is: [1, 2])
        #expect(touched.allSatisfy { (4..<14).contains($0.0) })
        expect(touched.count, is: 16)
    }
}
