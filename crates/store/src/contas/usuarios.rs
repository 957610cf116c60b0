//! Users: the stores of an application.

use diesel::prelude::*;
use domain::evento::{Mudanca, MudancaUsuario};
use domain::usuario::Usuario;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};

use crate::base::paging::{Faixa, Page, PageRequest};
use crate::base::schema::{fila_consumidores, pedidos, sku_textos, skus, usuarios, usuarios_excluidos};
use crate::base::sequences::{Sequencia, proximo_i32};
use crate::base::{Conn, Tx, on};
use crate::base::{Criacao, Exclusao, StoreError, Upsert};
use crate::eventos::{self, Novo, diferentes};

pub use crate::base::Loja;

/// Which users are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filtro {
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// With exactly this e-mail.
    pub email: Option<String>,
    /// Changed in this range.
    pub alterado: Faixa,
}

#[derive(Clone, PartialEq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = usuarios, primary_key(aplicacao_id, loja_id))]
struct Linha {
    aplicacao_id: i32,
    loja_id: i32,
    usuario_id: String,
    nome: String,
    email: String,
    ativo: bool,
    url_integracao: String,
    criado_em: i64,
    alterado_em: i64,
}

impl Linha {
    fn nova(id: LojaId, usuario: &Usuario, criado_em: i64, alterado_em: i64) -> Self {
        Self {
            aplicacao_id: id.aplicacao.0,
            loja_id: id.loja,
            usuario_id: usuario.usuario_id.as_str().to_owned(),
            nome: usuario.nome.clone(),
            email: usuario.email.clone(),
            ativo: usuario.ativo,
            url_integracao: usuario.url_integracao.clone(),
            criado_em,
            alterado_em,
        }
    }

    fn id(&self) -> LojaId {
        LojaId { aplicacao: AplicacaoId(self.aplicacao_id), loja: self.loja_id }
    }

    fn usuario(self) -> Result<Usuario, StoreError> {
        Ok(Usuario {
            usuario_id: UsuarioId::parse(self.usuario_id)
                .map_err(|e| StoreError::corrompido("usuario_id", e))?,
            nome: self.nome,
            email: self.email,
            ativo: self.ativo,
            url_integracao: self.url_integracao,
        })
    }
}

fn linha(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Option<Linha>, StoreError> {
    Ok(on!(conn, c => usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::usuario_id.eq(usuario_id.as_str()))
        .select(Linha::as_select())
        .first(c)
        .optional())?)
}

/// The store that a caller means, by the caller's own identifier.
pub fn resolver(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Option<Loja>, StoreError> {
    let chave = (aplicacao, usuario_id.clone());
    conn.lembrado(|c| &c.lojas, chave, |conn, (aplicacao, usuario_id)| procurar(conn, *aplicacao, usuario_id))
}

fn procurar(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Option<Loja>, StoreError> {
    let achada: Option<(i32, bool, i64)> = on!(conn, c => usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::usuario_id.eq(usuario_id.as_str()))
        .select((usuarios::loja_id, usuarios::ativo, usuarios::alterado_em))
        .first(c)
        .optional())?;
    Ok(achada.map(|(loja, ativo, alterado_em)| Loja {
        id: LojaId { aplicacao, loja },
        ativo,
        alterado_em: Instante::from_micros(alterado_em),
    }))
}

/// A store as it is now, whatever is remembered of it.
pub fn sem_memoria(conn: &mut Conn<'_>, loja: LojaId) -> Result<Option<Loja>, StoreError> {
    let achada: Option<(bool, i64)> = on!(conn, c => usuarios::table
        .find((loja.aplicacao.0, loja.loja))
        .select((usuarios::ativo, usuarios::alterado_em))
        .first(c)
        .optional())?;
    Ok(achada.map(|(ativo, alterado_em)| Loja {
        id: loja,
        ativo,
        alterado_em: Instante::from_micros(alterado_em),
    }))
}

/// [`resolver`] for a write.
pub fn resolver_para_escrever(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Option<Loja>, StoreError> {
    let key = (aplicacao, usuario_id.clone());
    tx.within_group(|p| &mut p.users, key, |conn, (aplicacao, id)| procurar(conn, *aplicacao, id))
}

/// True while what is below the user may change; false too when there is no such user any more.
pub fn ativo(conn: &mut Conn<'_>, loja: LojaId) -> Result<bool, StoreError> {
    let achado: Option<bool> = on!(conn, c => usuarios::table
        .find((loja.aplicacao.0, loja.loja))
        .select(usuarios::ativo)
        .first(c)
        .optional())?;
    Ok(achado.unwrap_or(false))
}

/// The name of a store.
pub fn nome(conn: &mut Conn<'_>, loja: LojaId) -> Result<Option<String>, StoreError> {
    Ok(on!(conn, c => usuarios::table
        .find((loja.aplicacao.0, loja.loja))
        .select(usuarios::nome)
        .first(c)
        .optional())?)
}

/// One user.
pub fn find(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Option<Usuario>, StoreError> {
    linha(conn, aplicacao, usuario_id)?.map(Linha::usuario).transpose()
}

/// Users in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    filtro: &Filtro,
    pagina: PageRequest,
) -> Result<Page<Usuario>, StoreError> {
    let (linhas, total): (Vec<Linha>, i64) = on!(conn, c => {
        let filtrados = || {
            let mut q = usuarios::table.filter(usuarios::aplicacao_id.eq(aplicacao.0)).into_boxed();
            if let Some(ativo) = filtro.ativo {
                q = q.filter(usuarios::ativo.eq(ativo));
            }
            if let Some(email) = &filtro.email {
                q = q.filter(usuarios::email.eq(email.as_str()));
            }
            if !filtro.alterado.aberta() {
                q = q.filter(usuarios::alterado_em.ge(filtro.alterado.de_micros()))
                    .filter(usuarios::alterado_em.lt(filtro.alterado.ate_micros()));
            }
            q
        };
        let mut q = filtrados();
        if let Some([apos, _]) = pagina.apos() {
            q = q.filter(usuarios::loja_id.gt(apos as i32));
        }
        let linhas = q
            .order(usuarios::loja_id)
            .select(Linha::as_select())
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (linhas, filtrados().count().get_result(c)?)
    });
    pagina.page(linhas, total, |l| [l.loja_id.into(), 0], Linha::usuario)
}

/// Creates a user, unless its identifier is taken.
pub fn create(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuario: &Usuario,
) -> Result<Criacao<Usuario>, StoreError> {
    exclusivo(tx, aplicacao, &usuario.usuario_id)?;
    match find(tx, aplicacao, &usuario.usuario_id)? {
        Some(atual) if atual == *usuario => Ok(Criacao::Igual(atual)),
        Some(_) => Ok(Criacao::Diferente),
        None => Ok(Criacao::Criado(inserir(tx, aplicacao, usuario)?)),
    }
}

/// Creates or replaces a user; answers what is stored. What is unchanged keeps its time of change.
pub fn upsert(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuario: &Usuario,
) -> Result<Upsert<Usuario>, StoreError> {
    // also when nothing changes: who says so again may not have heard that it was done
    tx.esquecer_cadastros();
    exclusivo(tx, aplicacao, &usuario.usuario_id)?;
    let Some(atual) = linha(tx, aplicacao, &usuario.usuario_id)? else {
        return Ok(Upsert::Criado(inserir(tx, aplicacao, usuario)?));
    };
    let nova = Linha::nova(atual.id(), usuario, atual.criado_em, atual.alterado_em);
    // the whole row decides; the list of names below only says what to tell
    if nova == atual {
        return Ok(Upsert::Substituido(atual.usuario()?));
    }
    let nova = Linha { alterado_em: tx.agora().micros(), ..nova };
    on!(tx, c => diesel::update(usuarios::table.find((nova.aplicacao_id, nova.loja_id)))
        .set(&nova)
        .execute(c))?;
    let campos = diferentes!(atual, nova;
        nome = "nome", email = "email", ativo = "ativo", url_integracao = "urlIntegracao");
    registrar(tx, nova.id(), MudancaUsuario::Alterado(campos))?;
    Ok(Upsert::Substituido(nova.usuario()?))
}

/// Deletes a user with its channels, SKUs, categories and keys, unless it has orders.
pub fn delete(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Exclusao, StoreError> {
    exclusivo(tx, aplicacao, usuario_id)?;
    let Some(loja) = resolver(tx, aplicacao, usuario_id)?.map(|l| l.id) else {
        return Ok(Exclusao::Ausente);
    };
    let (a, l) = (loja.aplicacao.0, loja.loja);
    let tem_pedidos: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
        pedidos::table.filter(pedidos::aplicacao_id.eq(a)).filter(pedidos::loja_id.eq(l))
    )).get_result(c))?;
    if tem_pedidos {
        return Ok(Exclusao::EmUso);
    }
    tx.esquecer_cadastros();
    on!(tx, c => {
        // readers of the user's queue, with what they have taken over and not confirmed
        diesel::delete(fila_consumidores::table
            .filter(fila_consumidores::aplicacao_id.eq(a))
            .filter(fila_consumidores::loja_id.eq(l)))
            .execute(c)?;
        let numeros = skus::table
            .filter(skus::aplicacao_id.eq(a))
            .filter(skus::loja_id.eq(l))
            .select(skus::sku_num);
        diesel::delete(sku_textos::table
            .filter(sku_textos::aplicacao_id.eq(a))
            .filter(sku_textos::loja_id.eq(l))
            .filter(sku_textos::sku_num.eq_any(numeros)))
            .execute(c)?;
        diesel::delete(usuarios::table.find((a, l))).execute(c)?;
        // its events stay, and say whose they are
        diesel::insert_into(usuarios_excluidos::table)
            .values((
                usuarios_excluidos::aplicacao_id.eq(a),
                usuarios_excluidos::loja_id.eq(l),
                usuarios_excluidos::usuario_id.eq(usuario_id.as_str()),
            ))
            .execute(c)?;
    });
    registrar(tx, loja, MudancaUsuario::Excluido)?;
    Ok(Exclusao::Excluido)
}

/// Answers the user as it is stored.
fn inserir(tx: &mut Tx<'_>, aplicacao: AplicacaoId, usuario: &Usuario) -> Result<Usuario, StoreError> {
    // one of the same identifier may have been there before, and deleted by another server
    tx.esquecer_cadastros();
    let loja = proximo_i32(tx, Sequencia::Lojas)?;
    let agora = tx.agora().micros();
    let nova = Linha::nova(LojaId { aplicacao, loja }, usuario, agora, agora);
    on!(tx, c => diesel::insert_into(usuarios::table).values(&nova).execute(c))?;
    registrar(tx, nova.id(), MudancaUsuario::Criado)?;
    nova.usuario()
}

/// Writes a change of a user into the event log.
fn registrar(tx: &mut Tx<'_>, loja: LojaId, mudanca: MudancaUsuario) -> Result<(), StoreError> {
    let mudanca = Mudanca::UsuarioAlterado(mudanca);
    let agora = tx.agora();
    eventos::registrar(tx, loja, agora, [Novo { assunto: loja.loja.into(), canal: None, sku: None, mudanca }])
}

/// Keeps other changes of the same user waiting; see [`Tx::exclusivo`].
pub fn exclusivo(tx: &mut Tx<'_>, aplicacao: AplicacaoId, usuario_id: &UsuarioId) -> Result<(), StoreError> {
    tx.exclusivo("usuario", LojaId { aplicacao, loja: 0 }, usuario_id.as_str())
}
