import Cryptography
import TestSupport
import Testing

@Suite("Signatures under a fixed P-256 key whose sums take a way of their own") struct P256FixedKeyVectorTests {
    /// Of P-256 (FIPS 186-4 section D.1.2.3).
    private static let order = bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")

    private static let vectors = [
        SignatureVector(
            "every window of seven bits holds 1", "ones 0", isValid: true,
            x: "657e743ddd766e13cc08646690b65b8eb91f93fc06001a5736991a94a513db48",
            y: "b20302939e77bdaf33671ebdbd0c269ec816c768405532ac5f3c3d7103601182",
            r: "3c019589aaa6986cef70c724a0f5dc1ecb0ae50249893534d68bd8ad156ed049",
            s: "869191aa4c28bbfaf6575b9d7f9de9f19f3921982299d2d3dfc9197b3eeae737"),
        SignatureVector(
            "every window holds 63, the largest that is added", "sixty-threes 0", isValid: true,
            x: "dc444ed695e72bdd56e57e98820cb163489b7e5d7eda95e39ca78d692531c2a5",
            y: "5926bc6854d77c85bf88dcffecc013e961d2405dbc0ecf12914c6722316b3f70",
            r: "286a406960872f1f1a1ed1afa0271324a8bef80bb735dc4d540823c087a5c0e1",
            s: "ad4014106fe8708f73bafa53a9e15cf5dbbc24d5b103f6e93b2a172ac827c872"),
        SignatureVector(
            "every window holds 64, the smallest that is taken away", "sixty-fours 0", isValid: true,
            x: "e5df7ae44cc7f3bf8d92ac81a5e994778e8fd02283f4c0fb72f7821131d6903e",
            y: "acb7739af2bab93b6778748e45aec215ed22908295e4cb9e14d8daf361823951",
            r: "8f287e1c084685af81334049c672e220342a54cf5da78b7ddbec436cd56068bc",
            s: "7ee35fcd9c5781427073cf2313058ea09377b261bb71d8768259845810d0c9c8"),
        SignatureVector(
            "every window holds 127, and the carry runs through all", "all set 1", isValid: true,
            x: "d97261bc3805aa5fb3008dedac369e1462b272f3b92c27b9ed19b99d27541298",
            y: "fb873c78f03b68f7613fa5ecab5f32b396bccdd81f22aa5ef3a92b855f19e251",
            r: "d7a6303c2898f552d1e39051649c364456979cec4af9139f3f592cee453ae3e6",
            s: "a9e1cd975602c6e1bce916fcdaf959c7df91b0add2e9a9c5114845fda6ffb558"),
        SignatureVector(
            "the carry of the lowest window runs to the highest", "carry 1", isValid: true,
            x: "c66bd9b2f8e5ef56dad9af2242920fd22f5d4ef7a202ea57f900bc5acd42a6a0",
            y: "ca81cf54e9af0e3730bb348df1d1d79fc8e8f2cbfae69849571ca63ddf21b232",
            r: "e5ef0556571e66429c4cec7c3c5948313a790f78539b561d644ab59ba5b6f593",
            s: "6c0fd915c1808c8b5b1cb70562e86b27571ca19ebd92aeee5f4c2b8e5927f578"),
        SignatureVector(
            "windows hold 0 and 127 in turn", "turns 1", isValid: true,
            x: "dd4c156b795c647dd7b3d0c5542bf1ac1190a82f24a6e06e592a568b262878f8",
            y: "f11ff41687fe024041f2c77f53b58564c3c6d295ea97bbd57ff6e56193ab1196",
            r: "da46848597c8e9a6c6021709bd8cf9ad950f7e6479a718ed0b085e1a0a1380fa",
            s: "8f30cf155ddf5c7663828d93231fa4be83b3e1bd965a47d380d577e5397d4550"),
        SignatureVector(
            "windows hold 64 and 63 in turn", "near the middle 2", isValid: true,
            x: "4fa0d6b446487eb1ea2588278c45be863d171cbfe644700a9ae01a7b55d125b3",
            y: "3790734b7bbbc6f6837e81a5cbb9f09a5a0f5672aac4fb0f756125b0d5947e17",
            r: "7c6e8c7860aade5a856ec85bb2efdb6ee5e855d2af6abf07c81de7e43650d0f7",
            s: "689e6d050b709549de64fdbc9356395f94475a8cf477ef492619c6239cc7977d"),
        SignatureVector(
            "only the highest bit is set", "highest 2", isValid: true,
            x: "d294e3bdf383d8674119940ba375650e3b743906cc0cb269e48d0d26477e5b5c",
            y: "c8009b7b113b06c7de504a111cdbf73cb54a85db65a46f87ef3898717f69dc40",
            r: "6a745a8ede31bd46ddfec44a7b4a78590ad4d109d11c9e22e41d0bf7314a1ed6",
            s: "160d9a5910c38650107bd110c7660a6b9908d962e49cfe3d9c752da1c07c0049"),
        SignatureVector(
            "only the lowest bit is set", "lowest 1", isValid: true,
            x: "18a35f3c2fb9e9731d2b8affc3574988ab5735e6063acc9b914237eb4ead5bfd",
            y: "bed6050be09ba0e458f3c6e3c9794f06936e4dcea9251c53811875219e78a80f",
            r: "ec11503da88fda1a7528d2ab36b22ef0c81786704429e142b5da5ca72f917e5a",
            s: "ec11503da88fda1a7528d2ab36b22ef0c81786704429e142b5da5ca72f917e5a"),
        SignatureVector(
            "both numbers are the order less one", "order less one 1", isValid: true,
            x: "57484231f93dafce8fcb55259cc6be4ac4f798f4c75437fae39970ff9d561aca",
            y: "451bf12b838516aa2170c74eb7532880d3d9c9da9ec0fab644731f67367508a7",
            r: "8b5741746105339683f87b86405f6c5b792d97b875686ee57f59dd7f6a664878",
            s: "74a8be8a9efacc6a7c078479bfa093a443b962f531af2f9f745fed4391fcdcd9"),
        SignatureVector(
            "both numbers are half the order", "half 0", isValid: true,
            x: "defae5f2e55075c950f2d39b6e239573b62c50c4e0795d8aa257e39006e549e0",
            y: "8df1771850454e90af568b4bdc5b9cf8074e3d83693ae289c663cc961ccc8002",
            r: "03b301bdac08a5ac740a847a7eac94a5e7a056e29c26384bd4009d22f148bb23",
            s: "f899fc83a7eeb4a817eaf70b02a6d6b3eda64ce86ecb2ded4bb8907d19d1af0b"),
        SignatureVector(
            "one number is 1, the other the order less one", "one and less one 0", isValid: true,
            x: "d76bc0ace52a4c61b7ff6af026dad478f72904764581bb1680c8b10b305e53c0",
            y: "eb0d8818e7a7becce432a6a8dafe44c9eebe9b875bc7094a19a3c91c6a3492b5",
            r: "a8567dd2f6dfc1da765c3f27594a50d893da1fe4b24d6aa2f653921db8b235ff",
            s: "57a9822c09203e2689a3c0d8a6b5af27290cdac8f4ca33e1fd6638a543b0ef52"),
        SignatureVector(
            "one number is the order less one, the other 1", "less one and one 0", isValid: true,
            x: "5ff62d923da71c73541afd6f72cd47b045013b5e8a2aeb8a00b65c1a822b431e",
            y: "0f85c86ccc1bde609042137b6c87f72d23e3e5db3072b229caee564befadf859",
            r: "c929d5e1c0d5885d9ac1bab21a7168d578cc5ecafc7789748f6aff4b2ee503ed",
            s: "c929d5e1c0d5885d9ac1bab21a7168d578cc5ecafc7789748f6aff4b2ee503ed"),
        SignatureVector(
            "one number is 2 to the power of 252, the other its opposite", "opposite 0", isValid: true,
            x: "621bb2d8485eb3ed2f612d1eee8bd5773b83ffb45a08b02d893a9bea6fac0575",
            y: "e952715de6e925d57b6f117d74e171ed90afe19d36985613f190f758ef6c07e4",
            r: "8d0b9bd9c119dc17b58da70d7b30bc1e8e2cef6506eb860f7d4de92103b56cba",
            s: "b7b989da1079fbf9ca349755c1c8da6dca9df73a96eb572a36e03b42199ccc98"),
        SignatureVector(
            "both products are the same point", "same point 0", isValid: true,
            x: "9214c006ae729182b7068c1f285680c7206cf0d76a30b8ffc94facbbad3738c9",
            y: "8a2b792828798461fed6935b6c90b6d3b5e5a4846f9ccc5a59fdc62918c5822e",
            r: "56a48c36d389df53a792837d5357e32bd9204648db7a1fdcbc79d8cd79b0784b",
            s: "e7cb50de67725e03b6f59f09370ef348c7b283ce89ac2d2b86a61864f4536d03"),
        SignatureVector(
            "one product is the opposite of the other, and their sum no point", "same point 0", isValid: false,
            x: "9214c006ae729182b7068c1f285680c7206cf0d76a30b8ffc94facbbad3738c9",
            y: "75d486d6d7867b9f01296ca4936f492c4a1a5b7c906333a5a60239d6e73a7dd1",
            r: "56a48c36d389df53a792837d5357e32bd9204648db7a1fdcbc79d8cd79b0784b",
            s: "e7cb50de67725e03b6f59f09370ef348c7b283ce89ac2d2b86a61864f4536d03"),
        SignatureVector(
            "the coordinate is above the order", "above the order 0", isValid: true,
            x: "b9c22f0742cfb63551d9c163338feeb392f2735ab06cd19a7f61f1ca73f85395",
            y: "7dfbb2124c8d165ed961dafee67bb7e1b6097848b5c9aaa425af54eb6496fb54",
            r: "0000000000000000000000000000000000000000000000000000000000000003",
            s: "ec18eac8d758b1eba52d3c10d39adc6dd9806472cb4ae069635d383d9086a513"),
        SignatureVector(
            "another coordinate above the order", "above the order 0", isValid: false,
            x: "b9c22f0742cfb63551d9c163338feeb392f2735ab06cd19a7f61f1ca73f85395",
            y: "7dfbb2124c8d165ed961dafee67bb7e1b6097848b5c9aaa425af54eb6496fb54",
            r: "0000000000000000000000000000000000000000000000000000000000000004",
            s: "ec18eac8d758b1eba52d3c10d39adc6dd9806472cb4ae069635d383d9086a513"),
        SignatureVector(
            "the coordinate is near the field's last", "above the order 1", isValid: true,
            x: "85304178c48a9916f4090c10f9c7965d8ac1f01abd82168dc8f098e4b1e5bfc2",
            y: "8053a3ad7bedffadb5ca0556f818dfd601df33522932da18baa7a6d3bb8aee9c",
            r: "000000000000000000000000000000004319055358e8617b0c46353d039cdaab",
            s: "e8bc163c82eee18733288c7d4ac636db3a6deb013ef2d37b68322be20edc45cc"),
        SignatureVector(
            "another coordinate near the field's last", "above the order 1", isValid: false,
            x: "85304178c48a9916f4090c10f9c7965d8ac1f01abd82168dc8f098e4b1e5bfc2",
            y: "8053a3ad7bedffadb5ca0556f818dfd601df33522932da18baa7a6d3bb8aee9c",
            r: "000000000000000000000000000000004319055358e8617b0c46353d039cdaaa",
            s: "e8bc163c82eee18733288c7d4ac636db3a6deb013ef2d37b68322be20edc45cc"),
    ]

    @Test("are judged as libcrypto judges them", arguments: vectors) func agreement(_ vector: SignatureVector) throws {
        let key = try P256.PublicKey(x963: vector.key)
        let fixed = try P256FixedKey(key)
        let (signature, message) = (vector.signature, vector.message)
        #expect(key.isValidSignature(signature, for: message) == vector.isValid)
        #expect(fixed.isValidSignature(signature, for: message) == vector.isValid)
        #expect(!fixed.isValidSignature(signature, for: message + [0]))
        // The coordinate itself in place of its rest, where it is above the order.
        let (r, s) = SignatureDER.numbers(signature)
        let unreduced = SignatureDER.signature(SignatureDER.sum(r, Self.order), s)
        #expect(!key.isValidSignature(unreduced, for: message))
        #expect(!fixed.isValidSignature(unreduced, for: message))
    }
}
