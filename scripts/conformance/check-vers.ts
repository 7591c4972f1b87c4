import { ecosystems } from '../../packages/engine/src/ecosystems.ts'
import { versOf } from './ranges/native.ts'
import { holdsVers } from './ranges/vers.ts'
import { notApplicable, same, type Row, type Verdict } from './row.ts'

/** https://github.com/package-url/vers-spec: the order of each scheme, and which versions a range contains. */
export function checkVers(row: Row): Verdict {
  if (row.test_type === 'comparison' || row.test_type === 'equality') return checkVersions(row)
  if (row.test_type === 'containment') return checkContainment(row)
  if (row.test_type === 'from_native') return checkNative(row)
  return notApplicable(
    `${row.test_type} of VERS: the engine takes ranges as OSV events and has no such texts`,
  )
}

function checkVersions({ test_type, input, expected_output }: Row): Verdict {
  const { input_scheme, versions } = input as { input_scheme: string; versions: string[] }
  const ecosystem = ecosystemOfScheme(input_scheme)
  if (!ecosystem) return noEcosystem(input_scheme)
  const { compareVersions } = ecosystem
  const [first, second] = versions
  if (test_type === 'equality') return same(expected_output, compareVersions(first!, second!) === 0)
  const isVersion = (version: string) => compareVersions(version, version) !== null
  if (!versions.every(isVersion)) return same(expected_output, null)
  const sorted = versions.toSorted((a, b) => compareVersions(a, b)!)
  // Some expected outputs are in lower case.
  return same(String(expected_output).toLowerCase(), String(sorted).toLowerCase())
}

function checkContainment({ input, expected_output }: Row): Verdict {
  const { vers, version } = input as { vers: string; version: string }
  const [, scheme, constraints] = /^vers:([^/]+)\/(.*)$/.exec(vers)!
  const ecosystem = ecosystemOfScheme(scheme!)
  return ecosystem ? same(expected_output, holdsVers(ecosystem, constraints!, version)) : noEcosystem(scheme!)
}

function checkNative({ input, expected_output }: Row): Verdict {
  const { scheme, native_range } = input as { scheme: string; native_range: string }
  const ecosystem = ecosystemOfScheme(scheme)
  return ecosystem ? same(expected_output, versOf(ecosystem, native_range)) : noEcosystem(scheme)
}

/** Schemes have the names of package URL types. */
const ecosystemOfScheme = (scheme: string) => ecosystems.find(({ purlType }) => purlType === scheme)

const noEcosystem = (scheme: string) => notApplicable(`no ecosystem with the scheme ${scheme}`)
