/**
 * npm run chart -- [--schemas DIR] [--versions 1.27.0,1.37.0]: lints and renders the chart with every documented value,
 * and validates what it renders. Needs `helm`; with DIR, a folder of kubernetes-json-schema (v1.37.0-local-strict and
 * so on, as the Python package kubernetes-validate has it), also `kubeconform`. CONTRIBUTING.md says where from.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ChartCase, chartCases, refusedCases } from './cases.ts'

const { values } = parseArgs({
  options: { schemas: { type: 'string' }, versions: { type: 'string', default: '1.27.0,1.37.0' } },
})
const chart = join(import.meta.dirname, '../../deploy/helm/assay')
const print = (line: string) => process.stdout.write(`${line}\n`)
/** Not part of Kubernetes: Prometheus' operator defines it. */
const foreignKinds = 'ServiceMonitor'
/** For the oldest version: a helm that was built from its sources would take a much older one. */
const helm = (...words: string[]) =>
  spawnSync('helm', [...words, '--kube-version', values.versions.split(',')[0]!], { encoding: 'utf8' })
const render = (chartCase: ChartCase) => helm('template', 'assay', chart, '--values', valuesOf(chartCase))

const folder = mkdtempSync(join(tmpdir(), 'assay-chart-'))
const problems: string[] = []
try {
  if (spawnSync('helm', ['version']).error) throw new Error('There is no helm: see CONTRIBUTING.md')
  const schemas = values.schemas === undefined ? [] : values.versions.split(',').map(prepareSchemas)
  for (const each of chartCases) check(each, schemas)
  for (const each of refusedCases)
    if (render(each).status === 0) problems.push(`${each.name}: is not refused`)
  if (values.schemas === undefined) print('Not validated: --schemas names a folder of kubernetes-json-schema')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const problem of problems) print(`FAILED ${problem}`)
print(`${chartCases.length + refusedCases.length} cases, ${problems.length} failed`)
process.exit(problems.length > 0 ? 1 : 0)

function check(chartCase: ChartCase, schemas: readonly string[]): void {
  const { name, shows = [], hides = [] } = chartCase
  const { status, stdout, stderr } = render(chartCase)
  if (status !== 0) return void problems.push(`${name}: ${stderr}`)
  for (const text of shows) if (!stdout.includes(text)) problems.push(`${name}: does not render ${text}`)
  for (const text of hides) if (stdout.includes(text)) problems.push(`${name}: renders ${text}`)
  const lint = helm('lint', '--strict', '--quiet', chart, '--values', valuesOf(chartCase))
  if (lint.status !== 0) problems.push(`${name}: ${lint.stdout}${lint.stderr}`)
  for (const location of schemas) {
    const words = ['-strict', '-summary', '-skip', foreignKinds, '-schema-location', location, '-']
    const found = spawnSync('kubeconform', words, { input: stdout, encoding: 'utf8' })
    if (found.error) throw found.error
    if (found.status !== 0) problems.push(`${name}: ${found.stdout}${found.stderr}`)
    else print(`${name}: ${found.stdout.trim()}`)
  }
}

/** YAML contains JSON. */
function valuesOf({ values: chosen }: ChartCase): string {
  const path = join(folder, 'values.json')
  writeFileSync(path, JSON.stringify(chosen))
  return path
}

/** Copies the schemas of a version so that kubeconform finds what they refer to beside them, and not in the network. */
function prepareSchemas(version: string): string {
  const from = join(values.schemas!, `v${version}-local-strict`)
  const to = join(folder, version)
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    const text = readFileSync(join(from, name), 'utf8')
    const { $id: _id, ...schema } = JSON.parse(
      text.replaceAll('"/api/_definitions.json#', '"_definitions.json#'),
    ) as {
      $id?: string
    }
    writeFileSync(join(to, name), JSON.stringify(schema))
  }
  execFileSync('kubeconform', ['-v'])
  return join(to, '{{.ResourceKind}}{{.KindSuffix}}.json')
}
