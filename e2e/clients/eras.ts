// A generated report: start it, poll while it is 404, download every format, compare with the scan's report.
import { advicesOf, args, ask, check, done, get, reportOf, textOf, waitUntilReady } from './client.ts'

const { pid } = args('pid')
const formats = ['json', 'csv', 'html', 'md', 'pdf', 'xlsx', 'cdx.json', 'spdx.json', 'openvex.json'] as const
const signatures: Record<(typeof formats)[number], RegExp> = {
  json: /^\{/,
  csv: /,/,
  html: /^<!doctype html/i,
  md: /^# /,
  pdf: /^%PDF-/,
  xlsx: /^PK/,
  'cdx.json': /"CycloneDX"/,
  'spdx.json': /SPDX/,
  'openvex.json': /openvex/,
}

const config = await get<{ formats: string[]; maxWindowDays: number }>('/api/v1/eras/config')
for (const format of formats) check(config.formats?.includes(format), `The server does not offer ${format}`)
const found = advicesOf(await reportOf(pid)).filter(({ advice }) => advice.exclusions === undefined)
check(found.length > 0, 'The project has no vulnerabilities to compare with')

const id = await textOf('POST', '/api/v1/eras', { body: { projectUuid: pid, formats }, statuses: [200, 201] })
check(/^[\w-]+$/.test(id), `The id is "${id}"`)
const early = await ask('GET', `/api/v1/eras/${crypto.randomUUID()}`)
check(early.status === 404 && !/^\d+$/.test(early.text), 'An unknown report has a progress')
const polled = await waitUntilReady(`/api/v1/eras/${id}`)
for (const format of formats) {
  const { status, bytes, text } = await ask('GET', `/api/v1/eras/${id}/report.${format}`)
  check(status === 200, `report.${format} is ${status}`)
  check(bytes.length > 100, `report.${format} has ${bytes.length} bytes`)
  check(signatures[format].test(text), `report.${format} begins with "${text.slice(0, 40)}"`)
  if (['json', 'csv', 'html', 'md', 'openvex.json'].includes(format)) checkNames(format, text)
}
done(`${formats.length} files with ${found.length} vulnerabilities, after ${polled.length} polls`)

function checkNames(format: string, text: string): void {
  for (const { advice } of found)
    check(
      text.includes(advice.cve ?? advice.id),
      `report.${format} is silent about ${advice.cve ?? advice.id}`,
    )
}
