import Classes

extension ClassMachine {
    func judgeLike(of target: String) throws(ClassError) {
        guard let role = role(of: target) else { throw ClassError(.userNotPresent) }
        try demand(!role.isStaff, .onlyForStudents)
    }

    mutating func like(_ target: String, by user: String) {
        list(target)
        publish(.liked(Like(user: target, count: (live.likes[target] ?? 0) + 1, by: user)))
    }
}
