import type { RuleEffect } from '../../vocabulary.ts'

/** A rule to start from. */
export interface ReadyMadeRule {
  id: string
  name: string
  description: string
  condition: string
  effect: RuleEffect
}

export const readyMadeRules: readonly ReadyMadeRule[] = [
  {
    id: 'malware',
    name: 'No malicious packages',
    description: 'Fails as soon as a package version is known to be malicious.',
    condition: 'finding.malware',
    effect: 'fail',
  },
  {
    id: 'known-exploited',
    name: 'No known exploited vulnerabilities',
    description: 'Fails with vulnerabilities that are known to be exploited.',
    condition: 'finding.kev',
    effect: 'fail',
  },
  {
    id: 'new-serious',
    name: 'No new critical or high vulnerabilities with a fix',
    description: 'A gate for pull requests: only what the target branch does not have.',
    condition: 'finding.new && finding.severity in ["critical", "high"] && finding.fix_available',
    effect: 'fail',
  },
  {
    id: 'likely-exploited',
    name: 'Likely to be exploited',
    description: 'Warns of vulnerabilities among the 5% with the highest EPSS probability, outside of tests.',
    condition: 'finding.epss_percentile >= 0.95 && component.scope != "test"',
    effect: 'warn',
  },
  {
    id: 'overdue',
    name: 'Nothing overdue that has a fix',
    description: 'Fails when a vulnerability with a fix is open past its due date, as the fix targets say.',
    condition: 'finding.overdue && finding.fix_available',
    effect: 'fail',
  },
  {
    id: 'ssvc-act',
    name: 'Priority by SSVC: act',
    description:
      'Fails where the decision tree of CISA says act, and takes the project’s tags for exposure and mission.',
    condition: 'finding.ssvc == "act"',
    effect: 'fail',
  },
  {
    id: 'deprecated-new',
    name: 'No new deprecated or unsupported components',
    description: 'Warns of added components that are deprecated or out of support.',
    condition: 'component.new && (component.deprecated || component.end_of_life)',
    effect: 'warn',
  },
  {
    id: 'far-behind',
    name: 'Direct dependencies less than two years behind',
    description: 'Warns of direct dependencies whose newest stable release is two years newer.',
    condition: 'component.direct && component.days_behind > 730',
    effect: 'warn',
  },
  {
    id: 'strong-copyleft',
    name: 'No strong copyleft at runtime',
    description: 'Fails with components of the GPL or AGPL that are not only needed by tests.',
    condition:
      'component.scope != "test" && license.ids.exists(id, id.startsWith("GPL-") || id.startsWith("AGPL-"))',
    effect: 'fail',
  },
  {
    id: 'incomplete',
    name: 'Everything is checked',
    description: 'Warns when components or files of a scan could not be compared with advisories.',
    condition: '!coverage.complete',
    effect: 'warn',
  },
  {
    id: 'sbom-minimum-elements',
    name: 'SBOMs with the minimum elements',
    description: 'Warns when an uploaded SBOM lacks an element that NTIA asks for.',
    condition: '!("ntia-2021" in sbom.quality)',
    effect: 'warn',
  },
]
