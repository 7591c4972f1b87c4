import type { ReactNode } from 'react'
import { login as messages } from '../../messages/login.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

export type View = 'login' | 'forget' | 'register'

export interface ViewProps {
  /** The text typed so far, in any view. */
  email: string
  onEmail: (email: string) => void
  onView: (view: View) => void
}

interface EmailProps extends Pick<ViewProps, 'email' | 'onEmail'> {
  error: string | undefined
  /** With 'webauthn', the browser offers its passkeys there. */
  autoComplete?: string
  onBlur?: () => void
  /** Whether a user name is accepted, too. */
  takesName?: boolean
  hint?: string | undefined
}

export const EmailField = ({
  email,
  onEmail,
  autoComplete = 'username',
  takesName = false,
  ...props
}: EmailProps) => (
  <TextField
    {...props}
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus to its first field (WAI-ARIA APG)
    autoFocus
    label={takesName ? messages.emailOrName : messages.email}
    name="email"
    type={takesName ? 'text' : 'email'}
    autoComplete={autoComplete}
    defaultValue={email}
    onChange={onEmail}
    isRequired
  />
)

export const StatusMessage = ({ text, children }: { text: string; children: ReactNode }) => (
  <>
    <p role="status" className="m-0 text-base">
      {text}
    </p>
    <div>{children}</div>
  </>
)

export const LoginMethod = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <Button variant="quiet" onPress={onPress}>
    {children}
  </Button>
)
