import { z } from 'zod'

/** An object that the OpenAPI document has under its own name. */
export const named = <S extends z.core.$ZodLooseShape>(id: string, shape: S) => z.object(shape).meta({ id })
