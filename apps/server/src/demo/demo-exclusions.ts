import type { ExclusionReason } from '@assay/contract/exclusions.ts'
import type { Exclusion } from '@assay/engine/policies/exclusion.ts'

interface DemoExclusion {
  /** Day of the year. */
  day: number
  /** null stands for the whole account. */
  projectUrl: string | null
  target: Exclusion['target']
  reason: ExclusionReason
  description: string
}

/** Exclusions created over the year, oldest first. */
export const demoExclusions: readonly DemoExclusion[] = [
  {
    day: 38,
    projectUrl: null,
    reason: 'unapplicable',
    target: { kind: 'cve', cve: 'CVE-2022-25883' },
    description: 'Version ranges never come from users in our services.',
  },
  {
    day: 121,
    projectUrl: 'https://git.example.org/shop/order-service',
    reason: 'mitigated',
    target: { kind: 'cve', cve: 'CVE-2022-1471' },
    description: 'Only our own YAML files are read, with the safe constructor.',
  },
  {
    day: 204,
    projectUrl: null,
    reason: 'mitigated',
    target: { kind: 'cve', cve: 'CVE-2023-44487' },
    description: 'The edge proxy limits streams per connection.',
  },
  {
    day: 287,
    projectUrl: null,
    reason: 'unapplicable',
    target: { kind: 'library', ecosystem: 'pypi', name: 'setuptools', version: '*' },
    description: 'Used in build images only.',
  },
  {
    day: 349,
    projectUrl: null,
    reason: 'mitigated',
    target: { kind: 'cve', cve: 'CVE-2022-46175' },
    description: 'Configuration files are ours alone.',
  },
]
