import { ecosystemById } from '../ecosystems.ts'
import type { FoundFinding } from '../lifetimes/finding.ts'

/** Why a finding does not count that its distribution rates as having no impact; null for any other. */
export const describeNoImpact = ({
  rating,
  ecosystem,
}: Pick<FoundFinding, 'rating' | 'ecosystem'>): { reason: string; description: string } | null =>
  rating === 'none'
    ? {
        reason: `Unimportant for ${ecosystemById(ecosystem).name}`,
        description: 'The distribution rates it as having no security impact in the package as built.',
      }
    : null
