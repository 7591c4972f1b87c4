import { type Exclusion, exclusionReasons, exclusions } from '@assay/contract/exclusions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { ecosystemOptions } from '../../../widgets/lists/ecosystem-options.ts'
import { endAfter, endFields, exclusionEnds } from '../../../widgets/forms/exclusion-ends.tsx'
import { optionOf, optionsOf } from '../../../widgets/forms/fields.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { rules } from '../../../messages/rules.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { useUser } from '../use-user.ts'

const messages = rules.exclusions
const { cve, uuid, library, version } = exclusions.create.body.shape
const { name } = library.unwrap().shape

const kinds = ['cve', 'advisory', 'library'] as const
type Kind = (typeof kinds)[number]
const common = { projectUuid: z.string(), reason: z.enum(exclusionReasons), ...exclusionEnds }
/** The contract's schema with form values as entered; version and expiry are optional. */
const schemas = {
  cve: z.object({ cve: cve.unwrap(), ...common }),
  advisory: z.object({ uuid: uuid.unwrap(), ...common }),
  library: z.object({ language: z.string(), name, version: version.unwrap(), ...common }),
}
const targets = {
  cve: { cve: { label: messages.cve } },
  advisory: { uuid: { label: messages.advisory } },
  library: {
    language: { label: messages.ecosystem, options: ecosystemOptions },
    name: { label: messages.library, hint: messages.libraryHint },
    version: { label: messages.version, hint: messages.versionHint, isRequired: false },
  },
}

interface Props {
  domain: Exclusion['domain']
  onClose: () => void
}

export function NewExclusion({ domain, onClose }: Props) {
  const params = { accountUuid: useUser().account.uuid }
  const projects = useQuery(query(api.projects.list, { params }))
  // Stability and licensing only support libraries.
  const [kind, setKind] = useState<Kind>(domain === 'security' ? 'cve' : 'library')
  const onChange = (value: string) => setKind(kinds.find((each) => each === value) ?? kind)
  const everywhere = { value: '', label: messages.everywhere }
  return (
    <FormDialog
      title={messages.add}
      schema={schemas[kind] as z.ZodObject}
      fields={{
        ...targets[kind],
        projectUuid: {
          label: messages.project,
          options: [everywhere, ...(projects.data ?? []).map(optionOf)],
        },
        reason: {
          label: messages.reason,
          options: optionsOf(exclusionReasons, (value) => messages.reasons[value]),
        },
        ...endFields,
      }}
      values={{ language: 'npm', reason: 'mitigated' }}
      submit={messages.make}
      action={(typed) =>
        api.exclusions.create({ params, query: { domain }, body: bodyOf(kind, typed as Typed) })
      }
      onClose={onClose}
    >
      {(fields) => (
        <>
          {domain === 'security' && (
            <SelectField
              label={messages.kind}
              value={kind}
              options={optionsOf(kinds, (value) => messages.kinds[value])}
              onChange={onChange}
            />
          )}
          {fields}
        </>
      )}
    </FormDialog>
  )
}

type Typed = Record<string, string> & { reason: Exclusion['reason'] }

/** The fields in API format. */
function bodyOf(kind: Kind, { until = '', description = '', projectUuid = '', reason, ...typed }: Typed) {
  const rest = { description, expiresAt: endAfter(until), projectUuid: projectUuid || null, reason }
  if (kind === 'cve') return { ...rest, cve: typed.cve! }
  if (kind === 'advisory') return { ...rest, uuid: typed.uuid! }
  const { language = '', name = '', version = '' } = typed
  return { ...rest, library: { language, name }, version: version.trim() || '*' }
}
