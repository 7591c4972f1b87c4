import type { SignOnCheck } from '@assay/contract/sso.ts'
import { signOn as messages } from '../../../messages/sign-on.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Test results, distinguished by more than color. */
export const Findings = ({ isRight, findings }: SignOnCheck) => (
  <div className="grid gap-2 rounded-md bg-hover p-3">
    <p className="m-0 font-medium">{isRight ? messages.check.right : messages.check.wrong}</p>
    <ul className="m-0 grid list-none gap-1 p-0">
      {findings.map(({ isRight, message }) => (
        <li key={message} className="flex items-baseline gap-2">
          <span className="w-16 shrink-0">
            <Badge variant={isRight ? 'good' : 'bad'}>
              {isRight ? messages.check.ok : messages.check.notOk}
            </Badge>
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
        </li>
      ))}
    </ul>
  </div>
)
