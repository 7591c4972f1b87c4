import type { AccessToken } from '@assay/contract/access-tokens.ts'
import type { LoginChallenge } from '@assay/contract/credentials.ts'
import { EnterCode } from './enter-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

interface Props {
  challenge: LoginChallenge
  /** Whether a second factor was just set up. */
  isSetUp: boolean
  onSetUp: (response: AccessToken) => void
  onDone: () => void
}

/** The second step of a login. */
export function SecondStep({ challenge, isSetUp, onSetUp, onDone }: Props) {
  if (isSetUp) return <RecoveryCodes onDone={onDone} />
  return challenge.mustSetUp ? (
    <SetUp challenge={challenge} onDone={onSetUp} />
  ) : (
    <EnterCode challenge={challenge} />
  )
}
