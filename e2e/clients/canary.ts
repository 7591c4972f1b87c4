// A self-updating client: downloads the file under its fixed name again only if its ETag has changed.
import { createHash } from 'node:crypto'
import { ask, check, done, get } from './client.ts'

const path = '/latest-client-canary'

const first = await ask('GET', path, { isAnonymous: true })
check(first.status === 200, `Downloading the file returned ${first.status}`)
const etag = first.headers.get('etag') ?? ''
check(/^(?:W\/)?"[^"]+"$/.test(etag), `Invalid ETag ${etag}`)
const { sha256 } = await get<{ sha256?: string }>('/api/v1/cli')
const digest = createHash('sha256').update(first.bytes).digest('hex')
check(digest === sha256, `The digest of the file is ${digest}, that of the release ${sha256}`)
const again = await ask('GET', path, { isAnonymous: true, headers: { 'if-none-match': etag } })
check(again.status === 304 && again.bytes.length === 0, `The unchanged file returned ${again.status}`)
const older = await ask('GET', path, { isAnonymous: true, headers: { 'if-none-match': '"older"' } })
check(
  older.status === 200 && older.bytes.equals(first.bytes),
  `With the ETag of an older file, it returned ${older.status}`,
)
const head = await ask('HEAD', path, { isAnonymous: true })
check(
  head.status === 200 && head.headers.get('etag') === etag,
  `HEAD returned ${head.status}, ${head.headers.get('etag')}`,
)
done(`${first.bytes.length} bytes, ${etag}`)
