import { ApiError } from '@assay/sdk/api-error.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { messageOf } from '../../api/query.ts'
import { texts } from '../../messages/app.ts'
import { Button } from '../../ui/button.tsx'
import { type FieldErrors, errorsOfServer, readForm } from './form-model.ts'

interface Props<S extends z.ZodObject> {
  /** The endpoint's schema, for client-side validation. */
  schema: S
  submit: string
  /** Precedes the server's error message. */
  failed?: string
  action: (values: z.input<S>) => Promise<unknown>
  isDangerous?: boolean
  /** Why it cannot be submitted; null if it can. */
  denialReason?: string | null
  /** Its action asks on: what was typed stays. */
  keepsValues?: boolean
  /** Next to the button. */
  aside?: ReactNode
  children: (errors: FieldErrors) => ReactNode
}

/** A form with validation and a submit button. */
export function Form<S extends z.ZodObject>(props: Props<S>) {
  const { failed, submit, action, isDangerous = false, denialReason = null } = props
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  const show = (form: HTMLFormElement, errors: FieldErrors) => {
    // Synchronously: the error must be rendered before its field is focused.
    flushSync(() => setErrors(errors))
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const reject = (form: HTMLFormElement, error: unknown) => {
    const errors = error instanceof ApiError ? errorsOfServer(error, Object.keys(props.schema.shape)) : {}
    const message = error instanceof Error ? messageOf(error) : texts.somethingWentWrong
    const hasFieldErrors = Object.keys(errors).length > 0
    const sentences = [failed, ...(hasFieldErrors ? [] : [message])].filter((each) => each !== undefined)
    setFailure(sentences.join(' ') || null)
    show(form, errors)
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    // Not disabled while submitting, since the button would lose the focus.
    if (isPending || denialReason !== null) return
    const { values, errors } = readForm(props.schema, new FormData(form))
    setFailure(null)
    show(form, errors)
    if (values === null) return
    setPending(true)
    try {
      await action(values)
      if (!props.keepsValues) form.reset()
    } catch (error) {
      reject(form, error)
    }
    setPending(false)
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void onSubmit(event)}>
      {props.children(errors)}
      <p role="alert" className={failure === null ? 'hidden' : 'm-0 text-sm text-danger'}>
        {failure}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant={isDangerous ? 'danger' : 'primary'}
          type="submit"
          aria-disabled={denialReason !== null || isPending}
          {...(denialReason !== null && { title: denialReason })}
          aria-busy={isPending}
        >
          {submit}
        </Button>
        {props.aside}
      </div>
    </form>
  )
}
