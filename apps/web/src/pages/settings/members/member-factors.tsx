import type { Member } from '@assay/contract/members.ts'
import { factors as texts } from '../../../messages/factors.ts'
import { Badge } from '../../../ui/badge.tsx'

const messages = texts.members

/** A member's authentication methods besides a password. */
export const Factors = ({ factors }: { factors: NonNullable<Member['factors']> }) =>
  factors.length === 0 ? (
    <span className="text-soft">{messages.none}</span>
  ) : (
    <span className="inline-flex flex-wrap gap-1">
      {factors.map((each) => (
        <Badge key={each} variant="good">
          {messages.names[each]}
        </Badge>
      ))}
    </span>
  )
