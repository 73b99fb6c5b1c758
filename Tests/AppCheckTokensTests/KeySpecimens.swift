/// Keys and signatures made with the OpenSSL command line, so that nothing here was computed by the code under test.
/// The keys are for tests and nothing else.
enum KeySpecimens {
    /// PKCS #8, base64. Its `kid` is `qMA8SYAFaQOH`.
    static let keyA = """
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC96d+Crp22X1dWJ/JajaH7Ghhg+rsYKcT7ml1IBb8W1dxEB8FVfsJGiD8p\
        VDx3FGdPUYYgSx8ZlN8piHqWw5LrjVlwj8J2JrjHFdNGtfjJnfob4smbEXB9iG9IGXcnxEkCyVVW6X7zSAPvtQ6Hl5ZT3vGj16gjik6PIzOQ\
        jLLIS3A3+2y99PHER7EcE+7QK5RUhFgBZTSoqiwB+LX0zxqJq126SMR125hNIQnQ/Ef3nnkawiO2PTctWYAdHoliU4KuJVR9+qcDHRxSRHux\
        UdQe6EAoWbcvdI5nAeIHbeBccHNnYPOAtfYTTnjPY7xJ0lxtNZxZH33S/IErYWJcZFqzAgMBAAECggEAGO7HZUS/d930fV8pNjI5/dljMfg4\
        7+cr8UxGytnWSI0zKctK2oqVvuTMRgTFG20WUxeE4GB8aMNeuPkt/vUWKM6Z22lEQna684guAK6LRwzydQ7FIRKdDh4HXhPZzOK8Ix2DkrF8\
        9TuTKLlAexSvq7stRjFd5ayWu7wHXQbbwefLXHGKNi3zL31CWNrf7SxzwHgGRlYiIYb2orltscXSmlgYF+YU+1WktAvXT/6bbQ+hf7foUMU/\
        NoAFgzKYfAo2D8rLromKlBYXZgBdhXPJHn6aD5T2GL18p+l5scastQwTmHjWjR61ouPGYl7llryycQZuBPwi09tJ6cr0TbP9wQKBgQDy/USi\
        1HURDw2Lw0TKLsqc4LAPqRqEUuwb+RCOTFkGdb/77bmx35G2ZA8dLlEv9GpKYm5ifgtfDczb4pKdDgv2yiC5tNXsCOn6RYM9mP9ygIl0Qc6T\
        BWfcMY0wPZNUdd+HcwbB3nFKwncyNIoXsxlAgkYKaqcUNE+K/g+rxEdBewKBgQDIFRQi0wBA8qAWK08t6X2Apg9Z44bG9TBuPnYgbAQro0Bn\
        oYeq4iRF1Q80w1cWPLdCnWNYOodMDQGDZ2lrHsMFWEUB0AKKQIRvaAvCgQP+SvMSaUAcvBe5Ee0W2p+t8nG4hiHPY4KX/OTON6xMtR9tJ0AN\
        Xew4HCxBH7nJ2t86KQKBgQCrifS8ZvRGGLRdaHrVqPbMjSp9w8m+hLO+g7QWYPuwPcxM0+R2F/jMJBMvbJVQH2IyJQ78ZTMt5ZYr3OXYDiSQ\
        Et3LfEhRG3HihtRB1hLwCKIA+rwUuoo5vpmH5tBtndEx1Bh/IMQmHOb9AG5EkOFQ0ycTD3voHY3R982kWypapQKBgDfWuiHl5SI7FDZbq+NS\
        UHZA4fPiLdEEyJlb0TfHLXrIOscxK12jcyASEAZXpcxM8ZAjwH/1BaFR1+RGTgNZOHAbbFbPKIZQ7yTwUqfbvbOQUzoGKaBbVfuOZy6DoSC4\
        ksg+ltz8Fow4RdrPasSVn8mktJmGZtBZ/HfIVN9it/3RAoGBAJF433bIpJgUk+hlMyMzeAeE3t2nZwyHUF4RiT9j9PUgsTAsHwCkbqd71Od2\
        In89QGcFAQGzfX++4QQ+ciz6V7p5/io5h9V0iJB0t4v5dY3TvTS3f0Z90p8GJktPBgRkv30FIjM5jSLCl5LB7JY01720ptBFPzUoXojjZfIA\
        hio7
        """

    /// base64url.
    static let modulusA = """
        venfgq6dtl9XVifyWo2h-xoYYPq7GCnE-5pdSAW_FtXcRAfBVX7CRog_KVQ8dxRnT1GGIEsfGZTfKYh6lsOS641ZcI_Cdia4xxXTRrX4yZ36\
        G-LJmxFwfYhvSBl3J8RJAslVVul-80gD77UOh5eWU97xo9eoI4pOjyMzkIyyyEtwN_tsvfTxxEexHBPu0CuUVIRYAWU0qKosAfi19M8aiatd\
        ukjEdduYTSEJ0PxH9555GsIjtj03LVmAHR6JYlOCriVUffqnAx0cUkR7sVHUHuhAKFm3L3SOZwHiB23gXHBzZ2DzgLX2E054z2O8SdJcbTWc\
        WR990vyBK2FiXGRasw
        """

    /// PKCS #8, base64. Its `kid` is `B_V94-l7cXW0`.
    static let keyB = """
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQChCq8tUX2TYsIOq5auiSz6RPO/zmGUNHM6wK8+GKhuwskPwUFe3eCqTrL3\
        80efaj+QgMtlKVnARYaO9Q57/crDRtGxJlTYw/VpSR0KQ7dXseY/8zN6eJKSq5Bh3ubh6KiXKBp7D4FkJ72gko8I99lT19OsCRSrIfjSMnfi\
        j+dopfyoF/aB2p57QuOH1xWfdK0it8yDuEJ0/JGQelpJs+0KsuRJkp7lcGaZ5BgcCY4v09T7K+u+jBlpOO8nh/qMCATvFP+MKRH4Cp8Kzqjv\
        MnMQjCOyjKNVaWwp4jwB08L4w4Z81QKYYO3QQPU7aJREaBmvY14zeyt73ZilxkdyRE8ZAgMBAAECggEAA3PUL5eIpqk+Wcwp7dH5CeCCjUEi\
        bGf3dHH/D8i9i6pXXyQYf60oDN6lDZXEmlFPzYxFUATj7LBQ4y2zwsq9FxSkmDSnKwKAd2Je4gJzosiolARlvSFqmwRckwyRTJSNULhGYQ8D\
        Ch+j/BZIRLvzh82ftxd2vvh6eh8k3NGS93ZWxCriuPQzdqbi2GCpbhpBYOuSXzbJwcBbVD33pD8g3Fi4Wi4fOE0aTRKtBwSITFVvdMLprt2n\
        pPJNSBq28Rzaz8fbU76IwNWGQL5Zd1dQMzo2bLuilIcR8b9ho5198b8qERkfphu91FIs2XOYvctWVYxixyWyLWVf+t+LfNIzlQKBgQDhpO9u\
        0DZVv5aJuxzKF3MEP+AyiiT+smYBeN9MPIBXpDv8V1682RyQWCXlvhWQ+jTlU3kMR9eLWo5NMZPF/+v9J/7kvyaihhXXKgqXeCDtcV0nv4Gq\
        gKLPr5qH0GDmIlLe+eukWZl+IHvMUMnvfsIczquxGVvDP4TTtwYADxpUmwKBgQC2tN98PoBQOvjJcbbeQBeed+VlWzVvBuUUQ9Psqzdj749g\
        ZxfAFKZy7BwybD7RgRpUA9P0F+V5uQoRNwCWPcw83b2IYSsorpSPWF2hSEgV1K1RDLkasSCJA8ldSAS1QWAbh26bbJ+6A/Lc0ny31R8htE9l\
        CItlfGH+SE0PBNZ0WwKBgQC2z1HMjZP31Mi5vYaNlIHyp22UhKeEUjSibLM8qKeyWbTftElk5uFlcIUDpQUD+DJyuTYQ5QOUO0Ge+NOoTrd6\
        2rR/zv4WHlwDfmQmY4UJ2haG5XjAEofVi4e/EOvwh05sqD5pYM4iiV7DIZD5H9FUVXx0dv8JKKUMgfOyiInkkQKBgQCBrSDN+0JxL1nzCE3F\
        svHQnMJpTPJA6kDfQEEDQoae3KIDx0gZIc791E0zEJcJdbttFAZ0wh0yZr4Zd9Nnz1bNgIiMaoMKbdatYweZeEcJj5iv5PrgUgWImfJqzbnh\
        uBPxlg9QKym3CiRuzMqOY6qj7mlHiWf+0OhwZXqkBUf87wKBgAEftor4oQGNMEmO2AGZ+2BzfLVjiE2rCZFF5foTo1fCu+MK4jhdVrJjBaFm\
        QtJdeLVWbpaXrILpz/1Hvtiu9Lgq8JqLNwkdP8rBgjBOmetV26XwTXJ/3KX2tU59roR/dZJZ1ljOlK0p/4A9JUC3DjNnAT4CvU8cIijSxFkD\
        k5Ba
        """

    /// PKCS #8, base64: P-256.
    static let ellipticKey = """
        MHcCAQEEIGuuK/XQXkbCMxb733QrxPSibUEKxNMe8u0mQu5eglBCoAoGCCqGSM49AwEHoUQDQgAEep+NcQbSu5hh+wgEvqZ8X9JUJP624Ido\
        /iTI+CKWTlzMr7OE7GWdPS0O3WVVXWwjWcVlynLND3su0jgfgdEneg==
        """

    /// PKCS #8, base64: RSA, but restricted to RSASSA-PSS.
    static let pssKey = """
        MIIEuwIBADALBgkqhkiG9w0BAQoEggSnMIIEowIBAAKCAQEA2b3A4jdqTPRfyXXuk+7iLszu0Q3Da5aryLCOj/BuYP3jmxjtbntvTJoeIPAw\
        U6n6/HSKN+OouXq/qI+ck4qCT3ymbVZjylf5tS1XpCgHwZl6v5JgGAZBi327YVC5eR3vq3rrj9U7+i+QARpDbJsX72T4OBJxeyohinJu9YVS\
        8WWLtji+xur/y5bh/4mn/TMSMgbmRQyAWQXbQ8i33YwqgRD/uK3TCXkyQEReQ+OtHCDDvE4VAV4ugz6f6wI3VZcVwfX/9J+8XdHYHwc66LPg\
        qowR7F9aoU/U+fGSYPp9WfJP2AM97Xnm8tXHMi6p504zNsD6GgX2UVU204D0x5J18QIDAQABAoIBAEE18qvtU8E7WOqhjrOwUf4ZMxbaC+JP\
        bCA9PF0AcVZMA1wCca1qe1FSQN61gIu19yyfjHuji3cNO5Q0eny3eUJr/v305wsFIQxxSXOo53XETP5NzMi1KvEnVTSWdA3BePN+60iW4JET\
        qImj/3hp1JfGQg6s+16bJhNsJS4T4VzY8m83zOBOehR3qE+0uMfnCcA2NaXgcWV8ed2Mp8omIb0dpbjNzqWby24PNaw+rS8lEbkvMrpn8kAm\
        NcH5OvQbBmjkq7f8/3o7BYbIKsULc3FkfioJlt83ctwufmAeLKN2GswqLkb1eys1ka4BVRGKk79rFDzpWbxBCRLDl0fd7DcCgYEA/Bu3T52i\
        qTe9eGEHCcc2vnmyXmyOKT3JdTOnfp26o7xvM6XoPeqvtD9J4vXC9kWSgimd9wscypqItR9uwiq9cSlIuE27V76zlEVO0HMJLwNqRtH63ToR\
        ratUhINSIXr/EnpO3WQJpA+RlmzvVXrq2am/iOEHKOe3qmCX+rAaiGsCgYEA3Ro5smjAWP2/ic3ruyogHw//rNqV8cOHy5UQIF9ZyzooIodr\
        uv3SZLws2bQ1z+OuGidq3eTLkk0sm+cXGCdmjU8veruCnFaDya4R2BAmm8F+GpsYyIvN8A/kWJZZ8QPVFm3se2PzJTZudSJO+UtL2WXJroZG\
        A8zZVvMMUpn8ghMCgYAoU3qf9pQVQ0BAaCzLCJ2eHDNG3VBkEmkOIUQSgcJf/H1BIrGibc7LIzB7aFpWMEy+G1AUOyfQ1KU3a5642kNRPYxP\
        RsfHwk5RUkDIIQ6AAajXSTE6f9ZiFDzBsYvKpTT1zLCewyizoHXmPOiPoMi+JmPnzi7qAR6k1yyYQeEMnwKBgC1kp/nP9cWPexaAt2f6sxON\
        hlFnoyc6nJOYa/IpgVbu/rRwFxcR63MRCyg7Dl07AlCOTSt3QLAttf3gCObFmBFk83uAKcWNIYtzeGhikHqj1A8ETqdFxKcHrDrfy2FnBwWO\
        1eFTWOUH8s+Llqkp402jzy9Mk+1NzkVCqwH+aVAPAoGBAJ7mczOM+vImE+lNGHSNyxQYaGa/w3u4JAVOwfsnGCDv/PrIs+Yozjz1NCCuF0VJ\
        Q3azvac/dVeZcRjgsuevWVV2UO6U4ERHvqjzxhVLZOhe2bIKqyCuuWaTHhxQ6VtrRXfGFnOKw+8DucTp1XZvQ+mUYkN9K50MKeffQ4EmWuab
        """

    /// base64url: key A over the session token of `TokenIssuerTests`.
    static let sessionSignature = """
        pILgLxzhI0eM5V5M9SSU84IvhTXIst07cpaybbR-M2wMbG29Go2M63PcodYuBWgIlOuyPGxFqG7TRFJDvg53ER0qDzdxB6KA9wJxXdgCe3fW\
        oUI5KjfgZgtYkfx4HLy8NlvdW2tFj1ml6vimB4zlpBf8sMfrirKFSvme4eyz8qk0hI0fbJMH81hD_6mwcuFA55LXEn9MLELZlwmVTq_bYN0q\
        a5ETMSE4pr1bfaTaxjtE70TxoB2vIkWpVTGUbbyZa7woPfQh3iK_jDF9M0Iof-tzfOF4omJCeADjJ90BauAt92t6ACCtLjyqvAzvibeZnNcZ\
        8rEHMIFImqGN7ud9WA
        """

    /// base64url: key A over the limited-use token of `TokenIssuerTests`.
    static let limitedUseSignature = """
        Vu1dvgiGaNF48sZ19SCJXvFwZ03DuMqoeF_tIFyP4qMvlMpjNqWF9cO2Jk3ecwxv6U-lYtjLdwu2TXAuODOPd56RKCTlmbMlPU5fea_f2EGf\
        zEzbT1gfWxTbzWsWL0kbNhv0EyOM224LiuXUZv67zgmmSKC0ipj3vXkDlXLtY59kLpEqN0DcNilL-2gBTaJxalsxKJW012ygTkwLpG85-SRP\
        PrXQnw78sYY_MqOQsRRvV4bPiSl1xd7c-jneDtQ5MKGn7ej8b6O1OpqcrQFiPjBwEMYLcfjCa9Ijxz5Xu3uXb4sOBdnrCYE2cTT67B8ajsKB\
        b6reP7Zpv_xUhAZ1YA
        """
}
