import { parseRole } from '@assay/contract/permissions.ts'
import { z } from 'zod'
import { signOn as words } from '../../../texts/sign-on.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { parseNames, printNames } from './names-model.ts'

const Names = z.string().transform((text, context) => {
  const names = parseNames(text)
  if (names) return names
  context.addIssue({ code: 'custom', message: words.names.wrong })
  return z.NEVER
})

/** Fields of a form, as they are typed. */
export const TypedNames = {
  roleNames: Names.transform((names, context) => {
    const known = Object.entries(names).flatMap(([there, here]) => {
      const role = parseRole(here)
      if (!role) context.addIssue({ code: 'custom', message: words.names.noRole(here) })
      return role ? [[there, role] as const] : []
    })
    return Object.fromEntries(known)
  }),
  teamNames: Names,
}

interface Props {
  kept: { roleNames: Record<string, string>; teamNames: Record<string, string> } | null
  errors: Readonly<Record<string, string>>
}

export const NamesFields = ({ kept, errors }: Props) => (
  <>
    {(['roleNames', 'teamNames'] as const).map((name) => (
      <TextArea
        key={name}
        name={name}
        {...words.names[name]}
        rows={3}
        defaultValue={printNames(kept?.[name] ?? {})}
        error={errors[name]}
      />
    ))}
  </>
)
