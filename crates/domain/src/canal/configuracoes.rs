//! Validates a channel's settings against its type, and masks the secrets among them.

use std::collections::HashSet;

use super::channel::{Canal, ValorConfiguracao};
use crate::reading::problems::{Caminho, Problemas};
use crate::tipo_canal::{Configuracao, TipoCanal};

/// The mask that replaces a secret on reads. Sent back, it means: keep the stored secret.
pub const MASCARA: &str = "********";

impl Canal {
    /// Validates the settings: all required ones present, each known, not repeated, of its type and allowed.
    /// Run after [`Canal::manter_segredos`], so that a mask still standing has nothing behind it.
    pub fn conferir_configuracoes(&self, tipo: &TipoCanal) -> Problemas {
        let mut p = Problemas::new();
        let lista = Caminho::Membro(&Caminho::Raiz, "configuracoesAdicionais");
        let mut vistos = HashSet::new();
        for (i, configurado) in self.configuracoes_adicionais.iter().enumerate() {
            let item = Caminho::Item(&lista, i);
            let problema = match tipo.configuracao(&configurado.codigo) {
                None => Some(("codigo", "não existe neste tipo de canal".to_owned())),
                Some(_) if !vistos.insert(configurado.codigo.as_str()) => {
                    Some(("codigo", "está repetido".to_owned()))
                }
                Some(configuracao) => recusa(configuracao, &configurado.valor).map(|r| ("valor", r)),
            };
            if let Some((membro, mensagem)) = problema {
                p.push(Caminho::Membro(&item, membro), mensagem);
            }
        }
        for configuracao in tipo.configuracoes_adicionais.iter().filter(|c| c.obrigatorio) {
            if !vistos.contains(configuracao.codigo.as_str()) {
                p.push(lista, format_args!("falta a configuração obrigatória {}", configuracao.codigo));
            }
        }
        p
    }

    /// Hides the secrets, for an answer.
    pub fn mascarar(&mut self, tipo: &TipoCanal) {
        for configurado in self.segredos(tipo).filter(|c| !c.valor.is_empty()) {
            MASCARA.clone_into(&mut configurado.valor);
        }
    }

    /// Puts the stored secrets where a client sent the mask back.
    pub fn manter_segredos(&mut self, anterior: &Canal, tipo: &TipoCanal) {
        for configurado in self.segredos(tipo).filter(|c| c.valor == MASCARA) {
            let guardado = anterior.configuracoes_adicionais.iter().find(|c| c.codigo == configurado.codigo);
            if let Some(guardado) = guardado {
                configurado.valor.clone_from(&guardado.valor);
            }
        }
    }

    /// A setting that the type no longer has may have been a secret when it was stored.
    fn segredos(&mut self, tipo: &TipoCanal) -> impl Iterator<Item = &mut ValorConfiguracao> {
        self.configuracoes_adicionais
            .iter_mut()
            .filter(|c| tipo.configuracao(&c.codigo).is_none_or(|definicao| definicao.segredo))
    }
}

/// Why a value is not one that the setting takes. An empty value of an optional setting is none at all.
fn recusa(configuracao: &Configuracao, valor: &str) -> Option<String> {
    if valor.is_empty() {
        return configuracao.obrigatorio.then(|| "é obrigatório".to_owned());
    }
    if configuracao.segredo && valor == MASCARA {
        return Some("deve trazer o valor, pois não há um anterior a manter".to_owned());
    }
    if !configuracao.tipo.aceita(valor) {
        return Some(configuracao.tipo.exigencia().to_owned());
    }
    let opcoes = configuracao.opcoes.as_ref()?;
    (!opcoes.iter().any(|o| o == valor)).then(|| format!("deve ser um destes valores: {}", opcoes.join(", ")))
}
