import { createHash, createHmac } from 'node:crypto'

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
  region: string
}

interface Unsigned {
  method: string
  url: URL
  body: Uint8Array
  at: Date
}

/** The headers of a signed request; its body is signed as well. */
export function signS3(
  { method, url, body, at }: Unsigned,
  { accessKeyId, secretAccessKey, sessionToken, region }: S3Credentials,
): Record<string, string> {
  const time = `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const bodyHash = sha256(body)
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
  }
  if (sessionToken !== undefined) headers['x-amz-security-token'] = sessionToken
  const signed = Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name)
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((outer, part) => hmac(outer, part), `AWS4${secretAccessKey}`)
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  headers['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return headers
}

/** As the signature and the path of an object need it: everything but unreserved characters. */
export const encodeS3 = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.codePointAt(0)!.toString(16).toUpperCase()}`,
  )

const canonicalQuery = ({ searchParams }: URL) =>
  [...searchParams]
    .map(([name, value]) => `${encodeS3(name)}=${encodeS3(value)}`)
    .toSorted()
    .join('&')

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
