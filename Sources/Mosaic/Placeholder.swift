enum MosaicPlaceholder {}
