/**
 * A field of the form that no person sees. Programs that fill whatever they find fill it too; browsers and password
 * managers leave it alone, because it is neither visible nor a kind of value that they keep for forms like this.
 */
export const honeypotField = 'website'
