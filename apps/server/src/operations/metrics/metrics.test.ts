import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { forAllTests } from '#testing/for-tests.ts'
import { startChildServer } from '#testing/child-server.ts'
import { startedDatabase } from '#testing/fresh-database.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { serveMetrics } from './serve.ts'

const deploy = join(import.meta.dirname, '../../../../../deploy/monitoring')
const token = 'a token of some length'
const folder = temporaryFolder()
const database = forAllTests(startedDatabase)
const server = forAllTests(() =>
  startChildServer({
    connection: database.connection,
    folder,
    settings: { ASSAY_METRICS_TOKEN: token },
  }),
)
beforeAll(async () => {
  const file = filePart(npmInventory(['lodash@4.17.4']))
  await server.api.uploads.intoNew({
    body: { file, url: 'https://example.org/measured', branch: 'main', wait: 'true' },
  })
})

const scrape = async (authorization = `Bearer ${token}`) =>
  fetch(`${server.url}/metrics`, { headers: { authorization } })

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details */
const sample =
  /^([a-z_]+)(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+\})? (?:-?\d+(?:\.\d+)?(?:e-?\d+)?|\+Inf|NaN)$/

test('the answer follows the grammar: every sample belongs to the metric above it', async () => {
  const response = await scrape()
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  expect(text.endsWith('\n')).toBe(true)
  let current = ''
  for (const line of text.trimEnd().split('\n')) {
    const [, described] = /^# (?:HELP|TYPE) ([a-z_]+) \S/.exec(line) ?? []
    if (described !== undefined) current = described
    else {
      const [, name = ''] = sample.exec(line) ?? []
      expect(name.replace(/_(?:bucket|sum|count)$/, ''), line).toBe(current)
    }
  }
})

test('requests, jobs, scans, database and process are measured', async () => {
  for (const expected of [
    /^http_request_duration_seconds_count\{route="\/api\/v1\/uploads\/new\/sbom-cdx\.json",method="POST",status="2xx"\} 1$/m,
    /^assay_job_duration_seconds_count\{job="scan-build",outcome="done"\} 1$/m,
    /^assay_job_wait_seconds_count\{job="scan-build"\} 1$/m,
    /^assay_scan_stage_seconds_count\{stage="read"\} 1$/m,
    /^assay_scan_stage_seconds_count\{stage="scan"\} 1$/m,
    /^assay_jobs\{job="scan-build",state="queued"\} 0$/m,
    /^assay_event_lag_seconds\{consumer="[\w-]+"\} \d/m,
    /^assay_database_up 1$/m,
    /^assay_database_size_bytes [1-9]\d{6,}$/m,
    /^assay_backup_last_success_timestamp_seconds 0$/m,
    /^assay_disk_bytes\{state="free"\} [1-9]/m,
    /^nodejs_eventloop_lag_seconds\{percentile="99"\} [\d.e-]+$/m,
  ])
    // A response does not wait until the job of its scan has ended.
    await expect.poll(async () => (await scrape()).text()).toMatch(expected)
})

test('labels stay bounded, whatever is requested', async () => {
  await scrape()
  const before = (await (await scrape()).text()).split('\n').length
  for (let number = 0; number < 30; number++)
    await fetch(`${server.url}/unknown/${number}`, { method: 'PROPFIND' })
  const after = (await (await scrape()).text()).split('\n').length
  // One route, one method and one status more.
  expect(after - before).toBeLessThanOrEqual(2 * 14)
})

test('without the token there is nothing to read', async () => {
  for (const authorization of ['', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`])
    expect((await scrape(authorization)).status).toBe(401)
})

test('a port of their own has them without a token, and a probe of life', async () => {
  const metrics = { read: () => Promise.resolve('x 1\n'), stop: () => undefined }
  const app = await serveMetrics(
    { host: '127.0.0.1', tls: undefined, metrics: { port: 0, token: undefined } },
    metrics,
  )
  const { port } = app.server.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toBe('x 1\n')
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  await app.close()
})

const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})

test('alerts and dashboard name metrics that exist, and the guide every alert', async () => {
  const rules = await readFile(join(deploy, 'alerts.yaml'), 'utf8')
  const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!)
  expect(alerts.length).toBeGreaterThan(10)
  const dashboard = Dashboard.parse(JSON.parse(await readFile(join(deploy, 'dashboard.json'), 'utf8')))
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const text = await (await scrape()).text()
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
  const named = [rules, ...shown]
    .join('\n')
    .matchAll(/\b((?:assay|http|nodejs|process)_\w+?)(?:_bucket|_sum|_count)?(?=[{[)\s]|$)/gm)
  const used = new Set([...named].map(([, name]) => name!))
  expect(used.difference(known)).toEqual(new Set())
  expect(known.difference(used)).toEqual(new Set())
  const guide = await readFile(join(deploy, '../../docs/operate/monitor.md'), 'utf8')
  for (const alert of alerts) expect(guide).toContain(`| ${alert} |`)
})

test("Prometheus' own tool accepts metrics and rules, where it is installed", async () => {
  const tool = 'promtool'
  const promtool = (words: string[], input = '') => spawnSync(tool, words, { input, encoding: 'utf8' })
  if (promtool(['--version']).error)
    return expect(promtool(['--version']).error).toHaveProperty('code', 'ENOENT')
  const rules = promtool(['check', 'rules', join(deploy, 'alerts.yaml')])
  expect(rules.stdout).toContain('SUCCESS')
  const checked = promtool(['check', 'metrics'], await (await scrape()).text())
  expect(checked.stderr).toBe('')
  expect(checked.status).toBe(0)
})
