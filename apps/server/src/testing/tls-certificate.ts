import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Of localhost and 127.0.0.1, signed by itself, for a century. It protects nothing. */
export const tlsCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8tFUf9/j2Sts8f+1
1LVEJNnZBZbvR7gdkmmnFe2bbQuhRANCAASG4QQGn8xCt+g7yXPvfvXFkwchQ7Ok
/QKqGJs8R7yX+35o7/NezbFqkQY04XlNLHX528iPBuCAALsFuw1GonWk
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUHPedhEt2RzP2s0ZIrh7OMuBsFqgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTAxMjM0MFoYDzIxMjYxMTA1
MDEyMzQwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASG4QQGn8xCt+g7yXPvfvXFkwchQ7Ok/QKqGJs8R7yX+35o7/NezbFq
kQY04XlNLHX528iPBuCAALsFuw1GonWko28wbTAdBgNVHQ4EFgQUkXA+OZBggQWe
F7YMlGHHwF6GHPgwHwYDVR0jBBgwFoAUkXA+OZBggQWeF7YMlGHHwF6GHPgwGgYD
VR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
zj0EAwIDSAAwRQIhAIJmF/IQ1A75sBZyxgVZcopzrx7iqMfJORg6F3JDdX/tAiBi
BqAqnE4SkXxMY31q6C9UyNPHxnBhVBPEdu+j2EbrPA==
-----END CERTIFICATE-----
`,
}

/** Another one of the same name. */
export const otherTlsCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbcfOAg8NjRfY5g7B
+MvUIxuLApAQW1Em1tIqsnIO2XOhRANCAARyNa+6Tp/3k09uV302LM88rf2fHe+3
bfQVZTivxVOyyX09/NGTseQI3UhZN1ayymFiC4YaLiD7RvmFRm/RBCJY
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUTFBbUJLwbaX9UFi5nar/DyI/X+MwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTAxMzcyOFoYDzIxMjYxMTA1
MDEzNzI4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARyNa+6Tp/3k09uV302LM88rf2fHe+3bfQVZTivxVOyyX09/NGTseQI
3UhZN1ayymFiC4YaLiD7RvmFRm/RBCJYo28wbTAdBgNVHQ4EFgQUFgx6QB/ufbSa
QlFQNCpAxY+JU7IwHwYDVR0jBBgwFoAUFgx6QB/ufbSaQlFQNCpAxY+JU7IwGgYD
VR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
zj0EAwIDSAAwRQIhAIo3/nCFhdGEeJSB/GQ5v9ePxV/j0MztljHfS80Y1igvAiAH
HVeUmJLo3b4q1TDMSG72o44yE41zs9HVxNjekE9fMg==
-----END CERTIFICATE-----
`,
}

/** Makes outgoing connections of this process accept it, as NODE_EXTRA_CA_CERTS does. Returns the way back. */
export function trustTestCertificate(): () => void {
  const usual = getCACertificates()
  setDefaultCACertificates([...usual, tlsCertificate.cert])
  return () => setDefaultCACertificates(usual)
}
