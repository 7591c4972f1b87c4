import { parseRole } from '@assay/contract/permissions.ts'
import { z } from 'zod'
import { signOn as messages } from '../../../messages/sign-on.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { parseNames, printNames } from './names-model.ts'

const Names = z.string().transform((text, context) => {
  const names = parseNames(text)
  if (names) return names
  context.addIssue({ code: 'custom', message: messages.names.wrong })
  return z.NEVER
})

/** Form fields as entered. */
export const TypedNames = {
  roleNames: Names.transform((names, context) => {
    const known = Object.entries(names).flatMap(([there, here]) => {
      const role = parseRole(here)
      if (!role) context.addIssue({ code: 'custom', message: messages.names.noRole(here) })
      return role ? [[there, role] as const] : []
    })
    return Object.fromEntries(known)
  }),
  teamNames: Names,
}

interface Props {
  saved: { roleNames: Record<string, string>; teamNames: Record<string, string> } | null
  errors: Readonly<Record<string, string>>
  hint?: string
}

export const NamesFields = ({ saved, errors, hint }: Props) => (
  <>
    {(['roleNames', 'teamNames'] as const).map((name) => (
      <TextArea
        key={name}
        name={name}
        {...messages.names[name]}
        {...(hint !== undefined && { hint })}
        rows={3}
        defaultValue={printNames(saved?.[name] ?? {})}
        error={errors[name]}
      />
    ))}
  </>
)
