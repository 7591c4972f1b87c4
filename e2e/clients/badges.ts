// Badges as fetched by image proxies and wikis: an SVG in time, with the score of the report if it was measured; "unknown" without access.
import { args, ask, check, done, reportOf } from './client.ts'

const { pid } = args('pid')
const timeoutMs = 3_000

const report = await reportOf(pid)
for (const domain of ['security', 'stability', 'licensing'] as const) {
  const path = `/api/v2/badges/${pid}/${domain}?branch=main`
  const begin = Date.now()
  const badge = await ask('GET', path)
  check(badge.status === 200, `Badge not available: ${badge.status}`)
  check(Date.now() - begin < timeoutMs * 10, 'The badge took too long')
  checkSvg(badge.text)
  check(
    badge.headers.get('content-type')?.startsWith('image/svg+xml'),
    'The content type of the badge is not SVG',
  )
  const shown = textIn(badge.text)
  const expected = report.measured[domain] ? String(report[domain].score) : 'not measured'
  check(
    new RegExp(`\\b${expected}\\b`).test(shown),
    `The badge of ${domain} says "${shown}", the report says ${expected}`,
  )
  const encoded = await ask('GET', `${path}&b64=true`)
  checkSvg(Buffer.from(encoded.text, 'base64').toString('utf8'))
  const etag = badge.headers.get('etag')
  check(etag, 'The badge has no ETag')
  const again = await ask('GET', path, { headers: { 'if-none-match': etag } })
  check(again.status === 304 && again.text === '', `The unchanged badge returned ${again.status}`)
  const stranger = await ask('GET', path, { isAnonymous: true })
  check(
    stranger.status === 200,
    `A stranger's badge is ${stranger.status}: proxies would show a broken image`,
  )
  checkSvg(stranger.text)
  check(
    textIn(stranger.text).includes('unknown'),
    `Without a login, the badge shows "${textIn(stranger.text)}"`,
  )
}
const none = await ask('GET', `/api/v2/badges/${crypto.randomUUID()}/security`, { isAnonymous: true })
check(
  none.status === 200 && textIn(none.text).includes('unknown'),
  'The badge of an unknown project shows a score',
)
done(`security ${report.security.score}, as the report says`)

function checkSvg(text: string): void {
  check(text.startsWith('<svg') && text.trimEnd().endsWith('</svg>'), `Not an SVG: ${text.slice(0, 80)}`)
}

function textIn(svg: string): string {
  return [...svg.matchAll(/(?:aria-label="|<title>|<text[^>]*>)([^<"]*)/g)].map(([, text]) => text).join(' ')
}
