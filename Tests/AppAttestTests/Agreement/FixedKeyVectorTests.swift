import Cryptography
import TestSupport
import Testing

@Suite("Signatures under a fixed key whose sums take a way of their own") struct FixedKeyVectorTests {
    private static let vectors = [
        SignatureVector(
            "every digit of both numbers is 1", "both 1s82-0", .sha256, isValid: true,
            x: "d6b2321b008f1306025dcac1d695b255fae49ccd02eddca7dfe10252e7518114db1a350d5ec8e03a13cf01a76bdeb5c1",
            y: "03c78e24d005376b2430d1d9be943dec7a0b1d55caabb618d54772f115c0bf8c5fc4404ae39fa68f0679a6316dbf0de7",
            r: "000000000000000000000000000000004f23301f8d489f218eea212bd01150cbaafee21e551596179f17b92ef0bfa656",
            s: "07d306e2881795b71046e510a45e2c0c90441002c5e3fbca0873470fba2ebf8191ef80bdb98472d43bf1ac62823baafe"),
        SignatureVector(
            "every digit is 64, the largest that is added", "both 64s70-0", .sha256, isValid: true,
            x: "9a6af2c9bc2076e0f39443ce80df8d3c3ed8a56be6621990432e1b914b4c537bfbd6fc9c88dea223d43e9d51ca3aab7c",
            y: "c4ba7e3d69585efb6beae841ec57894837828ea32d7531d3f1eff8eb55aadf6236cee533617de02eac68cc62ca23ddce",
            r: "0000000000000000000000000000000095c91f47cf15f916e41f57996f34ec12b36445901038315542b8a055ea89da75",
            s: "706448086817f32f4bc38429d07c5735d2f20266fc5e07122bd6b8ba689ccfd4fe8a35fcc22dd9c009ca3fcb191748ea"),
        SignatureVector(
            "every digit is 65, the smallest that is taken away", "both 65s74-0", .sha256, isValid: true,
            x: "0a2cf37c9f40476bb504377a798d99d8fe0e4964436018b32b5bc5e3ff2f6fd18a6ff60ff5938669b7a0e88ce617a0ad",
            y: "f248a743b3eb7278e22c691b5cae06ceba6d24e3b2e02cc555eb7b8a3700ff23e3fc17cde8202085fac4a262875b606c",
            r: "0000000000000000000000000000000079422195d00f0d0bb65ac6b3361e08afcfa96f159d076d389e157371d3e7ef4a",
            s: "dff247ead216bfbe16d5db0bebba9a90408621b5599902387164b3cfc2b04167aeda054b694a37df89cde290a2394580"),
        SignatureVector(
            "the carry makes the highest digit 64", "both top 63 then 65s58-1", .sha256, isValid: true,
            x: "bafc526766fa10d80a4509950933d0a01695ba96c6b146c18bf83767a2d0fe6ffd54b8f4de03693168912b2754a236e2",
            y: "73307dbae9fb7a27af876d940a48571e2acc859f3fc413cd6ed61652d4028edae617ed125910f2310b34a8928b24f548",
            r: "00000000000000000000000000000000460d18305b175b85cc971b8d8e60bf67e18924c4c2cd6626ee223f965a00aeb5",
            s: "3b0f249cc931aa65763f95ab830aacdabb3366e0f2946bede0f56f361df0f217b9eaac120614f179926501cbce1e0d5e"),
        SignatureVector(
            "every digit is 127", "both 127s78-1", .sha256, isValid: true,
            x: "fc06d2c7e2b633efced25eb7b0a870591801e4f5ac784b5581198771734940888d04e70d2fbdd70c73f33f04b89de000",
            y: "296fc1c3d9875af65f4c124d3902020d7ecc71d6d21b47af9cba9ea24bdce2322ad46468edc1ba5fa1934b97964f8ba0",
            r: "00000000000000000000000000000000c3da02f94a0b12b346e103e88341a772bf14c4088ac83a250287b1e8d235fb7d",
            s: "98741400b067144d20330f93f5a85312a39c63d829805c281e47917283c9dc1e05194ebf03f58596900a06d187409627"),
        SignatureVector(
            "a carry passes through every digit above it", "both carry through all62-1", .sha256, isValid: true,
            x: "4b44f1da428a46b3c913536c2bfbee7cf734a40876b5cd90d156457c5e1c0de21c82c5f9dac593562c1f0a87c93a4182",
            y: "013160ed43b5906918bf50ac6cbfb79be43e53e065288c96d7a955424891b3b120b23ed5d184222eb5360d88f33729b5",
            r: "00000000000000000000000000000000473fd122c2290b43859393ba8e3cd0e43438cfbc7c1dfc5bdd6517da0b620d16",
            s: "75a11db683b31fb6ceda4e5fe2b40a33e8fe143dd49b9de069d9a6301d35d6b398a867141e325d524385c8d6fdd6d24d"),
        SignatureVector(
            "digits are 0 and 127 in turn", "both 0/12786-1", .sha256, isValid: true,
            x: "369a02c6e8246e1d5e07a2cca34294dfbc6186b4920bb1060a6de87e9488c96d319c1c3f4b28c28ba68fb0078b7225ee",
            y: "08010156db26794d0dfdd3ddf307486c87f74eebef6490a4f7e0b6a76e39934e4c83074f728c8bbd8d64686528f6b18d",
            r: "00000000000000000000000000000000efdc76e187d1e0b9292b05764e3e64d1ac28a8756b29f17be490a55e275f9a96",
            s: "ad67ba68693a960c42d9a099753eed4fe58b3cea219da0c6df8024f65a4b8d0b84d809e4335b854d2f40fd80c9ee3d34"),
        SignatureVector(
            "both numbers are the order less one", "both n-134-2", .sha256, isValid: true,
            x: "ebe2d82dc8a1f01aa9ecd1df45cdf39644c39b27d7408766319a3b5507cb0606976f4cf479ec6782f6da68afb2478249",
            y: "d66d226918cf84f78280b661529df5a8f65c94c730727d25ce49e9a1eaa948f416e348c9876eb6631fc697d91237ec10",
            r: "00000000000000000000000000000000675f26d89f1a0667db1fa017cd5731d2d2bb092de228883a25a96009a390cd2b",
            s: "ffffffffffffffffffffffffffffffff98a0d92760e5f997ec43ad6a26dffc0c855f048466881f40c742b96129345c48"),
        SignatureVector(
            "one number is 1, the other the order less one", "neg one3-3", .sha384, isValid: true,
            x: "b08025cf8c964a65300908cc28aee84e4fff1b46538ae984504ae6d7c301b0c70a895c725997935ad80cc33b92408f6d",
            y: "564d4038713c4e215be7968603aae8afb28374095cdbb697a9a500e8604ffd25ed335e3da624b17b8c192bdd94bb5375",
            r: "cbef3c0e45108bb73a1a3c28c67f96400e5709ad66e3042abeec326f5d0f854e03d0f467b57b88c486979ffee753c35c",
            s: "3410c3f1baef7448c5e5c3d7398069bff1a8f652991cfbd508771b129727a8915449194a93351eb66654796be5716617"),
        SignatureVector(
            "both products are the same point", "dbl0", .sha384, isValid: true,
            x: "cf9848f27db9667419f450cf2274f41663d4f46f5e48d0919f789c1d4a24074be4681013732cf7b2a4b49734ceddd6b7",
            y: "38bbd3a6885eaf4a71b9e199a27ea5194da89a5b0a6ca5ba041214776267f17c14c34ff8f9c5b1403775085402f8fd4e",
            r: "08d999057ba3d2d969260045c55b97f089025959a6f434d651d207d19fb96e9e4fe0e86ebe0e64f85b96a9c75295df61",
            s: "014089ab46f736dc9ec9c2bac2ddc6a4fde0a727b304eae334531bcbd3c1a7635c9c01486ac1afda91dfbb29074f6783"),
        SignatureVector(
            "one product is the opposite of the other", "dbl0", .sha384, isValid: false,
            x: "cf9848f27db9667419f450cf2274f41663d4f46f5e48d0919f789c1d4a24074be4681013732cf7b2a4b49734ceddd6b7",
            y: "c7442c5977a150b58e461e665d815ae6b25765a4f5935a45fbedeb889d980e82eb3cb006063a4ebfc88af7acfd0702b1",
            r: "08d999057ba3d2d969260045c55b97f089025959a6f434d651d207d19fb96e9e4fe0e86ebe0e64f85b96a9c75295df61",
            s: "014089ab46f736dc9ec9c2bac2ddc6a4fde0a727b304eae334531bcbd3c1a7635c9c01486ac1afda91dfbb29074f6783"),
        SignatureVector(
            "the coordinate is above the order", "wrap0", .sha256, isValid: true,
            x: "ebed8f134ab7a12d86b309a73c93c3a73f168bea322e159dd41308da18123aec9139f1063208e247527b8d1422f26321",
            y: "178ebdd714afd7ebc55163f606e4bb8e3049ff5c3bca4ead765f1b29f88ee799b344d49ed5145053d51fcbc3a7a1f540",
            r: "000000000000000000000000000000000000000000000000389cb27e0bc8d21fa7e5f24cb74f58851313e696333ad660",
            s: "be5fcb0db4d55d6b4112e822555235fa09c3f1d01a2456d081c0587b5f00b09c803d85aeed8723cb0c22f291537cbe66"),
        SignatureVector(
            "another coordinate above the order", "wrap0", .sha256, isValid: false,
            x: "ebed8f134ab7a12d86b309a73c93c3a73f168bea322e159dd41308da18123aec9139f1063208e247527b8d1422f26321",
            y: "178ebdd714afd7ebc55163f606e4bb8e3049ff5c3bca4ead765f1b29f88ee799b344d49ed5145053d51fcbc3a7a1f540",
            r: "000000000000000000000000000000000000000000000000389cb27e0bc8d21fa7e5f24cb74f58851313e696333ad661",
            s: "be5fcb0db4d55d6b4112e822555235fa09c3f1d01a2456d081c0587b5f00b09c803d85aeed8723cb0c22f291537cbe66"),
    ]

    @Test("are judged as libcrypto judges them", arguments: vectors) func agreement(_ vector: SignatureVector) throws {
        let key = try P384.PublicKey(x963: vector.key)
        let fixed = try P384FixedKey(key)
        let (signature, message) = (vector.signature, vector.message)
        #expect(key.isValidSignature(signature, for: message, digest: vector.digest) == vector.isValid)
        #expect(fixed.isValidSignature(signature, for: message, digest: vector.digest) == vector.isValid)
        #expect(!fixed.isValidSignature(signature, for: message + [0], digest: vector.digest))
    }
}
