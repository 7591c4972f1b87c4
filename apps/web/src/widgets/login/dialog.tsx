import type { AccessToken } from '@assay/contract/access-tokens.ts'
import { lazy, Suspense, useState } from 'react'
import { accessToken } from '../../api/access-token.ts'
import { loadPart } from '../../api/outage.ts'
import { useSession } from '../../api/session.tsx'
import { texts } from '../../messages/app.ts'
import { login as messages } from '../../messages/login.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PageLanguage } from '../language/page-language.tsx'
import { ForgetForm } from './forget-form.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import type { View } from './fields.tsx'

/** Loaded only for logins with a second factor. */
const SecondStep = lazy(() =>
  loadPart(async () => ({ default: (await import('../second-factor/second-step.tsx')).SecondStep })),
)

export function LoginDialog() {
  const { state, challenge, logIn, closeLogin } = useSession()
  const [view, setView] = useState<View>('login')
  // Kept when the view changes or a session ends, so that it need not be typed twice.
  const [email, setEmail] = useState(state.status === 'member' ? state.user.email : '')
  const [setUpAs, setSetUpAs] = useState<AccessToken | null>(null)
  const shared = { email, onEmail: setEmail, onView: setView }
  const finish = () => (setUpAs === null ? closeLogin() : void logIn(setUpAs))
  const setUp = (response: AccessToken) => {
    // Recovery codes are shown to a member, who continues once they are saved.
    accessToken.set(response.token)
    setSetUpAs(response)
  }
  if (challenge !== null) {
    return (
      <Dialog title={challenge.mustSetUp ? messages.setUp : messages.secondStep} isOpen onOpenChange={finish}>
        <Suspense fallback={<Spinner label={texts.loading} />}>
          <SecondStep challenge={challenge} isSetUp={setUpAs !== null} onSetUp={setUp} onDone={finish} />
        </Suspense>
      </Dialog>
    )
  }
  return (
    <Dialog title={titles[view]} isOpen onOpenChange={closeLogin}>
      {view === 'login' && <LoginForm {...shared} />}
      {view === 'forget' && <ForgetForm {...shared} />}
      {view === 'register' && <RegisterForm {...shared} />}
      <PageLanguage />
    </Dialog>
  )
}

const titles = { login: messages.title, forget: messages.forget.title, register: messages.register.title }
