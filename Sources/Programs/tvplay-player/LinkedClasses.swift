import PlayerScreen

#if CLASSES
    import ClassScreen
#endif

/// The only place of the program that names classes. `nil` in a build without them (`make CLASSES=0`).
var classProduct: (any ClassProduct.Type)? {
    #if CLASSES
        ClassStage.self
    #else
        nil
    #endif
}
