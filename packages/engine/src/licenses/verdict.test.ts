import { describe, expect, it } from 'vitest'
import type { DeclaredLicense } from '../inventory.ts'
import type { LicensePolicy } from '../scan-result.ts'
import { evaluateLicenses } from './verdict.ts'

const id = (value: string): DeclaredLicense => ({ kind: 'id', value })
const name = (value: string, url?: string): DeclaredLicense => ({ kind: 'name', value, ...(url && { url }) })
const policy = (mode: LicensePolicy['mode'], ...licenses: string[]): LicensePolicy => ({
  name: mode,
  mode,
  licenses,
})

/** The violating licenses of a component that declares one expression. */
function violating(value: string, ...policies: LicensePolicy[]): string[] {
  const { violations } = evaluateLicenses(0, [{ kind: 'expression', value }], policies)
  return violations.map(({ license }) => license)
}

describe('ALLOW', () => {
  it.each([
    ['MIT', ['mit'], []],
    ['MIT OR GPL-2.0-only', ['MIT'], []],
    ['MIT AND GPL-2.0-only', ['MIT'], ['GPL-2.0-only']],
    ['GPL-2.0-only OR AGPL-3.0-only', ['MIT'], ['GPL-2.0-only OR AGPL-3.0-only']],
    ['MIT AND (ISC OR Zlib)', ['MIT'], ['ISC OR Zlib']],
    ['GPL-2.0-or-later', ['GPL-3.0-only'], []],
    ['GPL-3.0', ['GPL-2.0-or-later'], []],
    ['LGPL-2.1-only', ['LGPL-3.0-or-later'], ['LGPL-2.1-only']],
    ['MIT+', ['MIT-0'], ['MIT+']],
    ['OLDAP-2.2.1+', ['OLDAP-2.2'], ['OLDAP-2.2.1+']],
    ['OLDAP-2.2+', ['OLDAP-2.2.1'], []],
    ['GPL-2.0-with-classpath-exception', ['GPL-2.0-only WITH Classpath-exception-2.0'], []],
    [
      'GPL-2.0-only WITH Classpath-exception-2.0',
      ['GPL-2.0-only'],
      ['GPL-2.0-only WITH Classpath-exception-2.0'],
    ],
    ['LicenseRef-ours', ['LicenseRef-ours'], []],
    ['LicenseRef-ours', ['LicenseRef-OURS'], ['LicenseRef-ours']],
    ['Our License', ['our license'], []],
    ['UNLICENSED', ['Unlicense'], ['UNLICENSED']],
    ['MIT', [], ['MIT']],
  ])('%s with %j allowed', (expression, allowed, expected) => {
    expect(violating(expression, policy('ALLOW', ...allowed))).toEqual(expected)
  })
})

describe('DENY', () => {
  it.each([
    ['MIT', ['GPL-2.0-only'], []],
    ['GPL-2.0', ['GPL-2.0-only'], ['GPL-2.0']],
    ['GPL-3.0-only', ['GPL-2.0-or-later'], ['GPL-3.0-only']],
    ['GPL-2.0-or-later', ['GPL-2.0-only'], []],
    ['GPL-2.0-or-later', ['GPL-2.0-only', 'GPL-3.0-only'], ['GPL-2.0-or-later']],
    ['MIT OR GPL-2.0-only', ['GPL-2.0-only'], []],
    ['MIT AND GPL-2.0-only', ['GPL-2.0-only'], ['GPL-2.0-only']],
    [
      'GPL-2.0-only WITH Classpath-exception-2.0',
      ['GPL-2.0-only'],
      ['GPL-2.0-only WITH Classpath-exception-2.0'],
    ],
    ['GPL-2.0-only', ['GPL-2.0-only WITH Classpath-exception-2.0'], []],
    ['Our License', ['OUR LICENSE'], ['Our License']],
    ['UNLICENSED', ['Unlicense'], []],
  ])('%s with %j denied', (expression, denied, expected) => {
    expect(violating(expression, policy('DENY', ...denied))).toEqual(expected)
  })
})

describe('evaluateLicenses', () => {
  it('reports each violated policy once per license', () => {
    const policies = [policy('DENY', 'GPL-3.0-only'), policy('ALLOW', 'MIT')]
    const declared = [id('GPL-3.0-only'), name('GPLv3'), id('MIT')]
    expect(evaluateLicenses(7, declared, policies)).toEqual({
      component: 7,
      licenses: ['GPL-3.0-only', 'MIT'],
      violations: [
        { policy: 'DENY', license: 'GPL-3.0-only' },
        { policy: 'ALLOW', license: 'GPL-3.0-only' },
      ],
      warning: null,
    })
  })

  it('treats several declared licenses as all applying', () => {
    const { violations } = evaluateLicenses(
      0,
      [id('MIT'), id('AGPL-3.0-only')],
      [policy('DENY', 'AGPL-3.0-only')],
    )
    expect(violations).toEqual([{ policy: 'DENY', license: 'AGPL-3.0-only' }])
  })

  const nothing = [[], [name('NOASSERTION')], [id('NONE'), name(' ')], [name('UNKNOWN')]]

  it.each(nothing.map((declared) => [declared]))(
    'warns about %j, which an allow list does not permit',
    (declared) => {
      const verdict = { component: 0, licenses: [], violations: [], warning: 'undeclared' }
      const violations = [{ policy: 'ALLOW', license: '' }]
      const allow = policy('ALLOW', 'MIT')
      expect(evaluateLicenses(0, declared, [allow])).toEqual({ ...verdict, violations })
      expect(evaluateLicenses(0, declared, [{ ...allow, denyUnknown: false }])).toEqual(verdict)
      expect(evaluateLicenses(0, declared, [policy('DENY', 'MIT')])).toEqual(verdict)
    },
  )

  it.each([
    ['Our Terms', 'unrecognized', ['Our Terms']],
    ['MIT AND Our Terms', 'unrecognized', ['Our Terms']],
    ['MIT OR Our Terms', null, []],
    ['GPL-3.0-only OR Our Terms', 'unrecognized', ['GPL-3.0-only OR Our Terms']],
    ['LicenseRef-ours', null, ['LicenseRef-ours']],
    ['MIT', null, []],
  ])('%s, whose text may be anything, has the warning %s', (value, warning, notAllowed) => {
    const declared = [name(value)]
    const [deny, allow] = [policy('DENY', 'GPL-3.0-only'), policy('ALLOW', 'MIT')]
    const denied = evaluateLicenses(0, declared, [deny])
    expect(denied).toMatchObject({ warning, violations: [] })
    expect(evaluateLicenses(0, declared, []).warning).toBeNull()

    const allowed = evaluateLicenses(0, declared, [allow])
    expect(allowed.violations.map(({ license }) => license)).toEqual(notAllowed)
    expect(allowed.warning).toBeNull()

    const lenient = evaluateLicenses(0, declared, [{ ...allow, denyUnknown: false }])
    const isKnownElsewhere = value.startsWith('LicenseRef-')
    expect(lenient.violations).toHaveLength(isKnownElsewhere ? 1 : 0)
    expect(lenient.warning).toBe(isKnownElsewhere ? null : warning)
  })

  it('text that a list names is recognized', () => {
    const allowed = evaluateLicenses(0, [name('Known Terms')], [policy('ALLOW', 'Known Terms')])
    expect(allowed).toMatchObject({ violations: [], warning: null })
    const verdict = evaluateLicenses(0, [name('Known Terms')], [policy('DENY', 'Known Terms')])
    expect(verdict).toMatchObject({ violations: [{ license: 'Known Terms' }], warning: null })
  })

  it('lists recognized licenses before unrecognized ones', () => {
    const declared = [name('Our Own Terms'), name('MIT OR Their Terms'), name('lgpl_v2_1'), id('apache-2.0')]
    expect(evaluateLicenses(0, declared, []).licenses).toEqual([
      'MIT',
      'LGPL-2.1-only',
      'Apache-2.0',
      'Our Own Terms',
      'Their Terms',
    ])
  })

  it('falls back to the URL if the name is not recognized', () => {
    const declared = [name('Some Terms', 'https://www.apache.org/licenses/LICENSE-2.0.html')]
    expect(evaluateLicenses(0, declared, []).licenses).toEqual(['Apache-2.0'])
  })
})
