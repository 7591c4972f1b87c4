import { findMember } from '#accounts/members/store.ts'
import type { AppContext } from '#context.ts'
import { tokenFor } from '#intake/dependency-track/login.ts'
import { Problem } from '#platform/http/problem.ts'
import { type CallsOf, orMissing } from './calls-of.ts'
import { idOfUuid } from './dojo-id.ts'
import { invalidField } from './problem.ts'

export const userCalls = (context: AppContext): CallsOf<'apiTokenAuth' | 'userProfile'> => ({
  async apiTokenAuth({ body, request, change }) {
    for (const field of ['username', 'password'] as const)
      if (body[field] === '') throw invalidField(field, 'This field may not be blank.')
    try {
      return { token: await tokenFor(context, { request, change }, body) }
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error
      throw invalidField('non_field_errors', messageOf(error))
    }
  },
  async userProfile({ caller: { scope, memberUuid, email, role } }) {
    const { name } = orMissing(await findMember(context.db, scope, memberUuid))
    return {
      user: {
        id: idOfUuid(memberUuid),
        username: email,
        first_name: name,
        last_name: '',
        email,
        is_active: true,
        is_superuser: role === 'Administrator',
      },
      user_contact_info: null,
      global_role: null,
      dojo_group_member: [],
      product_type_member: [],
      product_member: [],
    }
  },
})

/** Their words for a wrong password; ours for what they do not have. */
const messageOf = ({ errorType, message }: Problem): string =>
  errorType === 'wrongCredentials' && !message.includes('second factor')
    ? 'Unable to log in with provided credentials.'
    : message
