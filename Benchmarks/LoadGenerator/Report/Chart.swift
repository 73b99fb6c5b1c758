/// Horizontal bars as SVG: for each kind of exchange what it costs at each height, and what others need for its signatures.
struct Chart {
    private let costs: [ExchangeCost]
    private let floor: [ExchangeCost.Kind: Double?]
    private let subtitle: String
    private var body = ""
    private var y = 0.0

    // Places on the canvas, in pixels.
    private static let (width, left, right) = (900.0, 250.0, 720.0)
    private static let (rowHeight, barHeight) = (24.0, 15.0)

    init(_ figures: RunFigures, subtitle: String) {
        costs = ExchangeCost.all(figures)
        self.subtitle = subtitle
        floor = Dictionary(
            uniqueKeysWithValues: ExchangeCost.Kind.allCases.map { ($0, figures.median("floor.\($0.rawValue)")) })
    }

    /// The whole file.
    func svg() -> String {
        var drawing = self
        drawing.draw()
        let height = Int(drawing.y + 16)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(height)" width="\(Int(Self.width))" \
            height="\(height)" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#1f2933">
            <title>Processor time of an exchange</title>
            <rect width="100%" height="100%" fill="#ffffff"/>
            \(drawing.body)</svg>

            """
    }

    private mutating func draw() {
        y = 30
        text(16, "What an exchange costs", size: 18, bold: true)
        y += 20
        text(16, subtitle, color: "#52606d", size: 11)
        y += 26
        for kind in ExchangeCost.Kind.allCases { drawCosts(kind) }
        drawPeers()
    }

    /// For an assertion they are the bare cryptography itself.
    private static let ofAttestations = ["OpenSSL, used plainly", "bare crypto with receipt"]

    private mutating func drawCosts(_ kind: ExchangeCost.Kind) {
        let rows = costs.filter { kind == .attestation || !Self.ofAttestations.contains($0.name) }
        let most = rows.compactMap { $0.value(kind) }.max() ?? 1
        text(16, "One \(kind.rawValue) exchange", size: 14, bold: true)
        y += 10
        let top = y
        let axis = Axis(most: most)
        grid(axis, rows: rows.count)
        for row in rows {
            var note = "not measured"
            if let value = row.value(kind) {
                note = "\(value.column(0, width: 0)) us"
                if let ratio = row.ratio(kind) { note += "  ×\(ratio.column(2, width: 0))" }
            }
            bar(row.name, row.value(kind).map { axis.share($0) }, note, color: Self.color(row.name))
        }
        if let value = floor[kind] ?? nil { mark(axis.share(value), from: top) }
        labels(axis, "us of processor time, all threads of the process; × times the bare crypto (dashed)")
    }

    private mutating func drawPeers() {
        let title = "The same signatures by other libraries, plain calls, measured on another machine"
        text(16, title, size: 14, bold: true)
        y += 10
        let most = Peer.all.map { max($0.attestation, $0.assertion) }.max() ?? 1
        let axis = Axis(most: most)
        grid(axis, rows: Peer.all.count * 2)
        for peer in Peer.all {
            for kind in ExchangeCost.Kind.allCases {
                let value = peer.value(kind)
                bar(
                    kind == .attestation ? "\(peer.name), attestation" : "assertion", axis.share(value),
                    "×\(value.column(2, width: 0))", color: kind == .attestation ? "#9aa5b1" : "#cbd2d9")
            }
        }
        labels(axis, "times OpenSSL 3.0 on that machine: verification and RSA-2048 signature")
    }

    private static func color(_ name: String) -> String {
        if name.hasPrefix("bare") { return "#2f855a" }
        if name.hasPrefix("library") { return "#3182ce" }
        if name.hasPrefix("use case") { return "#805ad5" }
        return name.hasPrefix("server") ? "#c05621" : "#9aa5b1"
    }

    // MARK: Parts

    private mutating func bar(_ name: String, _ share: Double?, _ note: String, color: String) {
        let baseline = y + Self.barHeight - 3
        line("<text x=\"\(Int(Self.left - 8))\" y=\"\(place(baseline))\" text-anchor=\"end\">\(escaped(name))</text>")
        let length = (share ?? 0) * (Self.right - Self.left)
        if share != nil {
            line(
                "<rect x=\"\(Int(Self.left))\" y=\"\(place(y))\" width=\"\(place(length))\" "
                    + "height=\"\(Int(Self.barHeight))\" fill=\"\(color)\"/>")
        }
        line(
            "<text x=\"\(place(Self.left + length + 6))\" y=\"\(place(baseline))\" "
                + "fill=\"\(share == nil ? "#9aa5b1" : "#1f2933")\">\(escaped(note))</text>")
        y += Self.rowHeight
    }

    private mutating func grid(_ axis: Axis, rows: Int) {
        for tick in axis.ticks {
            let x = Self.left + axis.share(tick) * (Self.right - Self.left)
            line(
                "<line x1=\"\(place(x))\" y1=\"\(place(y - 2))\" x2=\"\(place(x))\" "
                    + "y2=\"\(place(y + Double(rows) * Self.rowHeight))\" stroke=\"#e4e7eb\"/>")
        }
    }

    private mutating func mark(_ share: Double, from top: Double) {
        let x = Self.left + share * (Self.right - Self.left)
        line(
            "<line x1=\"\(place(x))\" y1=\"\(place(top - 2))\" x2=\"\(place(x))\" y2=\"\(place(y))\" "
                + "stroke=\"#2f855a\" stroke-dasharray=\"4 3\"/>")
    }

    private mutating func labels(_ axis: Axis, _ title: String) {
        y += 12
        for tick in axis.ticks {
            let x = Self.left + axis.share(tick) * (Self.right - Self.left)
            line(
                "<text x=\"\(place(x))\" y=\"\(place(y))\" text-anchor=\"middle\" font-size=\"11\" "
                    + "fill=\"#52606d\">\(tick.column(axis.digits, width: 0))</text>")
        }
        y += 16
        line(
            "<text x=\"\(place((Self.left + Self.right) / 2))\" y=\"\(place(y))\" text-anchor=\"middle\" "
                + "font-size=\"11\" fill=\"#52606d\">\(escaped(title))</text>")
        y += 34
    }

    private mutating func text(_ x: Double, _ words: String, color: String = "#1f2933", size: Int, bold: Bool = false) {
        line(
            "<text x=\"\(place(x))\" y=\"\(place(y))\" font-size=\"\(size)\" fill=\"\(color)\""
                + (bold ? " font-weight=\"bold\"" : "") + ">\(escaped(words))</text>")
    }

    private mutating func line(_ markup: String) { body += markup + "\n" }

    private func place(_ number: Double) -> String { number.column(1, width: 0) }

    private func escaped(_ words: String) -> String {
        words.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

/// Round numbers from zero to at least the greatest value.
private struct Axis {
    let ticks: [Double]
    let digits: Int

    init(most: Double) {
        let step =
            [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000]
            .first { most / $0 <= 6 } ?? most / 5
        let count = Int((most / step).rounded(.up))
        ticks = (0...max(1, count)).map { Double($0) * step }
        digits = step < 1 ? 1 : 0
    }

    func share(_ value: Double) -> Double { value / (ticks.last ?? 1) }
}
