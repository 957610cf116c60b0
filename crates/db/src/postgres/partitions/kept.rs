//! What a table is besides its rows and columns, so that another one can take its place.

use diesel::prelude::*;

use super::asking::lines;
use crate::error::DbError;

/// What is lost with the table that has it, or with one of its parts, and not known here.
const STRANGE: &str = "\
    WITH one AS (SELECT CAST($1 AS regclass) AS oid), \
    all_of AS (SELECT oid FROM one UNION SELECT inhrelid FROM pg_inherits, one WHERE inhparent = one.oid) \
    SELECT 'the trigger ' || tgname AS line FROM pg_trigger, all_of \
    WHERE tgrelid = all_of.oid AND NOT tgisinternal \
    UNION ALL \
    SELECT 'the publication ' || p.pubname FROM pg_publication_tables p, all_of, pg_class c \
    WHERE c.oid = all_of.oid AND p.tablename = c.relname \
    AND CAST(p.schemaname AS regnamespace) = c.relnamespace \
    UNION ALL \
    SELECT DISTINCT 'the view ' || v.relname FROM one, pg_depend d \
    JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class \
    WHERE d.classid = CAST('pg_rewrite' AS regclass) AND d.refobjid = one.oid \
    UNION ALL \
    SELECT 'the policy ' || polname FROM pg_policy, one WHERE polrelid = one.oid \
    UNION ALL \
    SELECT 'row level security' FROM pg_class c, all_of \
    WHERE c.oid = all_of.oid AND (c.relrowsecurity OR c.relforcerowsecurity) \
    UNION ALL \
    SELECT 'the constraint ' || conname FROM pg_constraint, one WHERE conrelid = one.oid AND contype = 'x' \
    UNION ALL \
    SELECT 'the right to the column ' || attname FROM pg_attribute, one \
    WHERE attrelid = one.oid AND attacl IS NOT NULL \
    UNION ALL \
    SELECT 'the statistics ' || stxname FROM pg_statistic_ext, one WHERE stxrelid = one.oid \
    UNION ALL \
    SELECT 'the tablespace ' || s.spcname FROM pg_class c, all_of, pg_tablespace s \
    WHERE s.oid = c.reltablespace \
    AND (c.oid = all_of.oid OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = all_of.oid)) \
    UNION ALL \
    SELECT 'the replica identity' FROM pg_class c, one WHERE c.oid = one.oid AND c.relreplident <> 'd'";

/// Whoever makes a table owns it, and gives what was said of all tables to come.
const NOT_ITS_OWNER: &str = "\
    SELECT format('%s belongs to %s: give the address with that role', relname, CAST(relowner AS regrole)) \
        AS line \
    FROM pg_class \
    WHERE oid = CAST($1 AS regclass) AND relowner <> CAST(quote_ident(current_user) AS regrole) \
    UNION ALL \
    SELECT 'there are default privileges for tables, which would widen those of ' || CAST($1 AS text) \
    || ': take them away (ALTER DEFAULT PRIVILEGES), and make them again afterwards' \
    FROM pg_default_acl \
    WHERE defaclobjtype = 'r' AND defaclrole = CAST(quote_ident(current_user) AS regrole)";

const COLUMNS: &str = "\
    SELECT quote_ident(attname) AS line FROM pg_attribute \
    WHERE attrelid = CAST($1 AS regclass) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' \
    ORDER BY attnum";

/// A divided table has none: its parts do.
const SETTINGS: &str = "\
    SELECT unnest(reloptions) AS line FROM pg_class \
    WHERE oid = coalesce((SELECT min(inhrelid) FROM pg_inherits WHERE inhparent = CAST($1 AS regclass)), \
                         CAST($1 AS regclass))";

const KEYS: &str = "\
    SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', CAST(conrelid AS regclass), conname, \
                  pg_get_constraintdef(c.oid), \
                  ' WITH (' || array_to_string(i.reloptions, ', ') || ')') AS line \
    FROM pg_constraint c JOIN pg_class i ON i.oid = c.conindid \
    WHERE conrelid = CAST($1 AS regclass) AND contype IN ('p', 'u') ORDER BY conname";

/// That of a divided table is told as one for it alone.
const INDEXES: &str = "\
    SELECT replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS line FROM pg_index \
    WHERE indrelid = CAST($1 AS regclass) \
    AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = indexrelid AND c.contype IN ('p', 'u')) \
    ORDER BY indexrelid";

/// Whoever looks at the parts by themselves, as dumps do, needs the same.
const GRANTS: &str = "\
    SELECT format('GRANT %s ON {part} TO %s%s', privilege_type, \
                  CASE grantee WHEN 0 THEN 'PUBLIC' ELSE CAST(CAST(grantee AS regrole) AS text) END, \
                  CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) AS line \
    FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = CAST($1 AS regclass) AND grantee <> relowner";

/// All of it but for references, as statements that make it anew for a table of the same name.
pub(super) struct Kept {
    pub columns: String,
    /// ` WITH (…)`, or nothing.
    pub settings: String,
    pub keys_and_indexes: Vec<String>,
    pub rights: Rights,
}

impl Kept {
    pub fn of(pg: &mut PgConnection, table: &str) -> Result<Self, DbError> {
        if let Some(refusal) = lines(pg, NOT_ITS_OWNER, table)?.into_iter().next() {
            return Err(DbError::Restriction(refusal));
        }
        if let Some(strange) = lines(pg, STRANGE, table)?.first() {
            let text =
                format!("{strange} of {table} would be lost: take it away, and make it again afterwards");
            return Err(DbError::Restriction(text));
        }
        let mut keys_and_indexes = lines(pg, KEYS, table)?;
        keys_and_indexes.extend(lines(pg, INDEXES, table)?);
        Ok(Self {
            columns: lines(pg, COLUMNS, table)?.join(", "),
            settings: settings(pg, table)?,
            keys_and_indexes,
            rights: Rights::of(pg, table)?,
        })
    }
}

/// ` WITH (…)` of a table, or of its first part, or nothing.
pub(super) fn settings(pg: &mut PgConnection, table: &str) -> Result<String, DbError> {
    let settings = lines(pg, SETTINGS, table)?;
    Ok(if settings.is_empty() { String::new() } else { format!(" WITH ({})", settings.join(", ")) })
}

/// What others may do with a table.
pub(super) struct Rights(Vec<String>);

impl Rights {
    pub fn of(pg: &mut PgConnection, table: &str) -> Result<Self, DbError> {
        Ok(Self(lines(pg, GRANTS, table)?))
    }

    /// Statements that give them for another one.
    pub fn on(&self, part: &str) -> impl Iterator<Item = String> {
        self.0.iter().map(move |grant| grant.replace("{part}", part))
    }
}
