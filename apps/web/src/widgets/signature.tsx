import type { SignatureCheck } from '@assay/contract/signature-check.ts'
import { formatDateTime } from '../language/format.ts'
import { signature as texts } from '../messages/signature.ts'
import { Badge } from '../ui/badge.tsx'

const variants = { verified: 'good', unverified: 'warm', changed: 'bad', unsigned: 'plain' } as const

/** Whether a document is signed, by whom, or why that is not verified. */
export const Signature = ({ state, keys, signers, problem }: SignatureCheck) => (
  <div className="grid justify-items-start gap-1 [overflow-wrap:anywhere]">
    <Badge variant={variants[state]}>
      {state === 'verified'
        ? texts.states.verified([...keys, ...signers.map(({ subject }) => subject)].join(', '))
        : texts.states[state]}
    </Badge>
    {signers.map(({ subject, at, ...signer }) => (
      <p key={`${signer.root} ${subject}`} className="m-0 text-xs text-soft">
        {texts.signer({ ...signer, at: formatDateTime(at) })}
      </p>
    ))}
    {problem && state === 'unverified' && (
      <p className="m-0 text-xs text-soft">
        {problem.signer ? texts.untrusted(problem.signer) : texts.problems[problem.reason]}
      </p>
    )}
  </div>
)
