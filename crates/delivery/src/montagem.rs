//! Making a call out of a delivery.

use domain::entrega::Falha;
use domain::evento::Evento;
use domain::inscricao::Topico;
use domain::interface_b::inscricao::aviso;
use domain::notificacao::evento_de_teste;
use domain::values::dates::{Fuso, Instante};
use store::entregas::Pronta;

use crate::assinatura::assinar;
use crate::envio::Envio;

/// The call for a delivery; `fuso` is the program's time zone.
pub(crate) fn envio(pronta: &Pronta, fuso: Fuso, agora: Instante) -> Result<Envio, Falha> {
    let url = pronta.url.clone().ok_or(Falha::SemDestino)?;
    let (id, corpo) = corpo(pronta, fuso, agora)?;
    let timestamp = agora.micros().div_euclid(1_000_000);
    let assinatura = assinar(&pronta.notificacao.segredos(agora), &id, timestamp, &corpo);
    let cabecalhos = pronta.notificacao.cadastro.iter().flat_map(|cadastro| &cadastro.headers);
    let cabecalhos = cabecalhos.map(|c| (c.chave.clone(), c.valor.clone())).collect();
    Ok(Envio { url, id, timestamp, assinatura, cabecalhos, corpo })
}

/// The call's identifier and body: interface A's is the event itself.
fn corpo(pronta: &Pronta, fuso: Fuso, agora: Instante) -> Result<(String, String), Falha> {
    let entrega = &pronta.reservada;
    if entrega.tipo.is_none() {
        let corpo = evento_de_teste(&entrega.evento_id, &pronta.usuario_id, agora);
        return Ok((entrega.evento_id.clone(), corpo));
    }
    let documento = pronta.documento.as_ref().ok_or(Falha::SemEvento)?;
    let (Some(topico), Some(config)) = (entrega.topico, &pronta.config) else {
        return Ok((entrega.evento_id.clone(), documento.clone()));
    };
    // what was written by this program is read by it
    let evento: Evento = serde_json::from_str(documento).map_err(|_| Falha::SemEvento)?;
    let estilo = config.estilo(fuso);
    let aviso = aviso(&evento, entrega.assunto, topico, estilo, agora, entrega.tentativa);
    let corpo = serde_json::to_string(&aviso).map_err(|_| Falha::SemEvento)?;
    Ok((identificador(&evento, topico), corpo))
}

/// The event's identifier; with the topic, where one event is sent under two.
fn identificador(evento: &Evento, topico: Topico) -> String {
    match Topico::de_evento(evento).len() {
        0 | 1 => evento.evento_id.clone(),
        _ => format!("{}_{}", evento.evento_id, topico.nome().replace('.', "_")),
    }
}
