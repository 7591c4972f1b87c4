import { ecosystems } from '../../packages/engine/src/ecosystems/ecosystems.ts'
import { notApplicable, same, type Row, type Verdict } from './row.ts'

/** https://github.com/package-url/vers-spec: the order of each scheme, and which versions a range holds. */
export function checkVers(row: Row): Verdict {
  if (row.test_type === 'comparison' || row.test_type === 'equality') return checkVersions(row)
  return notApplicable(
    `${row.test_type} of VERS: the engine takes ranges as OSV events and has no such texts`,
  )
}

function checkVersions({ test_type, input, expected_output }: Row): Verdict {
  const { input_scheme, versions } = input as { input_scheme: string; versions: string[] }
  const ecosystem = ecosystems.find(({ purlType }) => purlType === input_scheme)
  if (!ecosystem) return notApplicable(`no ecosystem with the scheme ${input_scheme}`)
  const { compareVersions } = ecosystem
  const [first, second] = versions
  if (test_type === 'equality') return same(expected_output, compareVersions(first!, second!) === 0)
  const isVersion = (version: string) => compareVersions(version, version) !== null
  if (!versions.every(isVersion)) return same(expected_output, null)
  const sorted = versions.toSorted((a, b) => compareVersions(a, b)!)
  // Some expected outputs are written in lower case.
  return same(String(expected_output).toLowerCase(), String(sorted).toLowerCase())
}
