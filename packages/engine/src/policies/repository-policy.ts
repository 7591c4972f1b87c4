import type { Issue } from '../inventory.ts'
import { type Domain, domains } from '../vocabulary.ts'
import type { RepositoryPolicy } from './rule.ts'

interface AccountPolicy {
  minimumScores: Record<Domain, number>
  /** Whether a repository may lower minimum scores and turn off rules. */
  mayLoosen: boolean
}

interface AppliedPolicy {
  minimumScores: Record<Domain, number>
  turnedOff: ReadonlySet<string>
  /** What the account does not allow, and so has no effect. */
  issues: Issue[]
}

/** The account's policy with what repositories say: always if it is stricter, otherwise only if the account allows it. */
export function applyRepositoryPolicies(
  policies: readonly RepositoryPolicy[],
  { minimumScores: own, mayLoosen }: AccountPolicy,
): AppliedPolicy {
  const minimumScores = { ...own }
  const issues: Issue[] = []
  const reject = (message: string, where: string) =>
    issues.push({
      code: 'policy-not-loosened',
      message: `${message}, which the account does not allow.`,
      where,
    })
  for (const { file, minimumScores: wanted, turnOff } of policies) {
    for (const domain of domains) {
      const [before, to] = [minimumScores[domain], wanted[domain] ?? minimumScores[domain]]
      if (to >= before || mayLoosen) minimumScores[domain] = to
      else reject(`${file} lowers the minimum ${domain} score from ${before} to ${to}`, file)
    }
    if (!mayLoosen) for (const name of turnOff) reject(`${file} turns off the rule ${name}`, file)
  }
  return {
    minimumScores,
    turnedOff: new Set(mayLoosen ? policies.flatMap(({ turnOff }) => turnOff) : []),
    issues,
  }
}
