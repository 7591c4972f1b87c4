import { expect, test } from 'vitest'
import { completionsAt } from './complete-word.ts'

const at = (text: string) => {
  const { from, items } = completionsAt(text, text.length)
  return [text.slice(from), items.map((item) => item.text)]
}

test.each([
  ['fin', 'fin', 'finding.id'],
  ['finding.ke', 'finding.ke', 'finding.kev'],
  ['!finding.mal', 'finding.mal', 'finding.malware'],
  ['kev', 'kev', 'finding.kev'],
  ['true && has(component.d', 'component.d', 'component.direct'],
  ['finding.severity == "cr', 'cr', 'critical'],
  ['finding.severity in ["critical", "h', 'h', 'high'],
  ['!("ntia', 'ntia', 'ntia-2021" in sbom.quality'],
  ['finding.kev && "', '', 'ntia-2021" in sbom.quality'],
])('%j completes %j with %j first', (text, typed, first) => {
  const [part, items] = at(text)
  expect([part, items?.[0]]).toEqual([typed, first])
})

test.each(['', 'finding.kev ', 'finding.kev', 'project.name == "fin', '"finding'])(
  '%j is not completed',
  (text) => {
    expect(at(text)[1]).toEqual([])
  },
)
