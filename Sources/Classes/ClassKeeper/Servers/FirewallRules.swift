import PlayCore

package struct FirewallRules: Sendable, Equatable {
    package let tcp: [Int]
    package let udp: ClosedRange<Int>?

    package init(tcp: [Int], udp: ClosedRange<Int>?) { (self.tcp, self.udp) = (tcp.sorted(), udp) }

    package var words: String {
        let list = tcp.map(String.init)
        let range = udp.map { "\($0.lowerBound)-\($0.upperBound)" }
        let nft =
            ["nft add rule inet filter input tcp dport '{ \(list.joined(separator: ", ")) }' accept"]
            + (range.map { ["nft add rule inet filter input udp dport \($0) accept"] } ?? [])
        let ufw =
            ["ufw allow \(list.joined(separator: ","))/tcp"]
            + (range.map { ["ufw allow \($0.replacing("-", with: ":"))/udp"] } ?? [])
        let ports = "TCP \(list.joined(separator: ", "))" + (range.map { ", UDP \($0)" } ?? "")
        return tr("Open these ports on this machine for viewers: %1", ports) + "\n"
            + (nft + ufw).map { "  \($0)\n" }.joined()
    }
}
